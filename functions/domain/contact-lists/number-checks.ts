import type { ContactListCheck, ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';

/** Pause after a batch, for each of its numbers: half a minute after fifty, so that the provider is not provoked. */
const PAUSE_PER_NUMBER_MS = 600;
const SHORTEST_PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 30_000;
/** Failures after which a batch is given up until the next pass. */
const MAX_FAILURES = 3;

type Batch = NonNullable<ContactListCheck['batch']>;
type Answer = Extract<InboundEventOf<'numbers-checked'>['result'], { state: 'answered' }>;
type NumberResult = Answer['numbers'][number]['result'];

const instant = (atMs: number): string => new Date(atMs).toISOString();
const lastIdOf = ({ items }: Batch, afterId: number): number => items.at(-1)?.id ?? afterId;

/** Returns the state of a check after its batch failed, or got no answer in time. */
export const afterFailedBatch = <C extends ContactListCheck>(check: C, nowMs: number): C => {
  const { batch, failures, afterId } = check;
  const nextAt = instant(nowMs + PAUSE_AFTER_FAILURE_MS);
  if (batch === null || failures + 1 < MAX_FAILURES)
    return { ...check, batch: null, failures: failures + 1, nextAt };
  return { ...check, batch: null, failures: 0, afterId: lastIdOf(batch, afterId), gaveUp: true, nextAt };
};

/** Returns the state of a check after the answer about its batch. */
export const afterAnsweredBatch = <C extends ContactListCheck>(
  check: C,
  answer: Answer,
  nowMs: number,
): C => {
  const { batch, afterId, gaveUp } = check;
  if (batch === null) return check;
  const pauseMs = Math.max(SHORTEST_PAUSE_MS, batch.items.length * PAUSE_PER_NUMBER_MS);
  const isPartial = answer.numbers.some(({ result }) => result.state === 'failed');
  return {
    ...check,
    batch: null,
    failures: 0,
    afterId: lastIdOf(batch, afterId),
    gaveUp: gaveUp || isPartial,
    nextAt: instant(nowMs + pauseMs),
  };
};

/**
 * Returns the items of a batch that the provider's answer changes, each before and after. A number gets the provider's
 * spelling, unless another item of the list has it already. Items whose number was changed or checked meanwhile do not change.
 * @param owners the item that has a number already, by {@link canonicalPhone} of the number
 */
export const checkedItems = <I extends ContactListItem>(
  batch: Batch,
  items: readonly (I | undefined)[],
  answer: Answer,
  owners: ReadonlyMap<string, number>,
  checkedAt: string,
): { before: I; after: ContactListItem }[] => {
  const results = new Map(answer.numbers.map(({ number, result }) => [number, result]));
  const asked = new Map(batch.items.map(({ id, number }) => [id, number]));
  const taken = new Map(owners);
  return items.flatMap((before): { before: I; after: ContactListItem }[] => {
    if (before === undefined || before.numberState !== 'unchecked') return [];
    const result = asked.get(before.id) === before.number ? results.get(before.number) : undefined;
    if (result === undefined || result.state === 'failed') return [];
    if (result.state === 'absent')
      return [{ before, after: { ...before, numberState: 'invalid', checkedAt } }];
    const number = spelledNumber(before, result, taken);
    taken.set(canonicalPhone(number), before.id);
    return [{ before, after: { ...before, number, numberState: 'valid', checkedAt } }];
  });
};

const spelledNumber = (
  { id, number }: ContactListItem,
  result: Extract<NumberResult, { state: 'reached' }>,
  taken: ReadonlyMap<string, number>,
): string => {
  const spelled = canonicalPhone(result.number);
  if (spelled === canonicalPhone(number)) return result.number;
  return (taken.get(spelled) ?? id) === id ? result.number : number;
};
