import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import type { WASocket } from 'baileys';
import { toIdentity } from '../inbound/identities.ts';
import { withPatience } from '../socket/rate-limit.ts';
import { reasonOf } from './outbound.ts';

type NumbersResult = InboundEventOf<'numbers-checked'>['result'];
type CheckedNumber = Extract<NumbersResult, { state: 'answered' }>['numbers'][number];

/** Digits at the end of a number that no spelling changes: some countries write their mobile numbers with one more. */
const LASTING_DIGITS = 8;
const tailOf = (number: string): string => number.slice(-LASTING_DIGITS);

/**
 * Assigns the numbers that WhatsApp found to those that it was asked about. It answers only with its own spelling, so
 * the equal number comes first, then the one with the same Brazilian spelling, then the only one with the same end.
 * If a found number belongs to none, the missing ones count as not told, not as unknown to WhatsApp.
 */
export const matchNumbers = (asked: readonly string[], found: readonly string[]): CheckedNumber[] => {
  const left = new Set(found);
  const reached = new Map<string, string>();
  const assign = (isSame: (number: string, spelled: string) => boolean): void => {
    const open = asked.filter((number) => !reached.has(number));
    for (const number of open) {
      const [spelled, other] = [...left].filter((candidate) => isSame(number, candidate));
      if (spelled === undefined || other !== undefined) continue;
      if (open.filter((one) => isSame(one, spelled)).length > 1) continue;
      reached.set(number, spelled);
      left.delete(spelled);
    }
  };
  assign((number, spelled) => number === spelled);
  assign((number, spelled) => canonicalPhone(number) === canonicalPhone(spelled));
  assign((number, spelled) => tailOf(number) === tailOf(spelled));
  return asked.map((number) => {
    const spelled = reached.get(number);
    if (spelled !== undefined) return { number, result: { state: 'reached', number: spelled } };
    if (left.size === 0) return { number, result: { state: 'absent' } };
    return { number, result: { state: 'failed', reason: 'no number in the answer fits' } };
  });
};

/** Checks with one request which numbers WhatsApp has, and under which spelling. */
export const checkNumbers = async (
  socket: Pick<WASocket, 'onWhatsApp'>,
  numbers: readonly string[],
): Promise<NumbersResult> => {
  try {
    const answer = await withPatience(() => socket.onWhatsApp(...numbers));
    if (answer === undefined) return { state: 'failed', reason: 'no answer' };
    const found = answer.flatMap(({ exists, jid }) => {
      const identity = exists === true ? toIdentity(jid) : undefined;
      return identity?.kind === 'phone' ? [identity.value] : [];
    });
    return { state: 'answered', numbers: matchNumbers(numbers, found) };
  } catch (error) {
    return { state: 'failed', reason: reasonOf(error) };
  }
};
