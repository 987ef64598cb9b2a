import { AppError } from '@prosa/shared/errors.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { Channel } from '../../channels/channel.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { NumberCheck } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';

type NumberCheckRow = Row<typeof NumberCheck>;
type NumberResult = NonNullable<NumberCheckRow['result']>;

/** Cache lifetime of an answer, because providers restrict accounts that check many numbers. */
const GOOD_FOR_MS = 10 * 60 * 1000;
/** A check without an answer by then is sent again. */
const ASK_AGAIN_AFTER_MS = 20_000;

/** Returns the provider's answer about a number; undefined while there is none. One consistent read. */
const readNumberResult = async (
  table: Table,
  asked: { connectionId: number; number: string },
): Promise<NumberResult | undefined> =>
  (await table.get(NumberCheck, asked, { consistent: true }))?.result ?? undefined;

const isGood = ({ result, askedAt }: NumberCheckRow, nowMs: number): boolean => {
  const ageMs = nowMs - Date.parse(askedAt);
  if (result === null) return ageMs < ASK_AGAIN_AFTER_MS;
  return result.state !== 'failed' && ageMs < GOOD_FOR_MS;
};

/**
 * Has a connection's provider check a number, unless it was requested a moment ago. One read, and one transaction of
 * the check and its command. {@link readNumberResult} reads the answer.
 */
const askAboutNumber = (
  table: Table,
  { call }: Pick<Channel, 'call'>,
  asked: { companyId: number; connectionId: number; number: string },
  { ids, nowMs }: Moment,
): Promise<void> =>
  retryOnConflict(async () => {
    const before = await table.get(NumberCheck, asked, { consistent: true });
    if (before !== undefined && isGood(before, nowMs)) return;
    const waitsUntil = nowMs + ASK_AGAIN_AFTER_MS;
    const question = { ...asked, askedAt: toInstant(nowMs), result: null };
    await commit([
      table.put(NumberCheck, question, before?.version ?? 'absent', nowMs),
      outboxItem(table, call({ v: 1, type: 'check-number', ...asked, waitsUntil }, asked.number), {
        ids,
        nowMs,
      }),
    ]);
  });

/** Within a function's timeout of 20 seconds, with time for its response. */
const WAIT_MS = 12_000;
const LOOK_EVERY_MS = 250;

/**
 * Requires that a number is reachable over a connection. Waits for the provider's answer, twelve seconds at most, at
 * one read unit every quarter of a second. The answer is cached for ten minutes.
 * @returns the number as the provider writes it
 * @throws AppError ERR_WAPP_INVALID_CONTACT if the provider does not know the number, ERR_WAPP_CHECK_CONTACT on
 * timeout
 */
export const requireReachedNumber = async (
  table: Table,
  channel: Pick<Channel, 'call'>,
  asked: { companyId: number; connectionId: number; number: string },
  { ids, clock }: { ids: Moment['ids']; clock: Clock },
): Promise<string> => {
  await askAboutNumber(table, channel, asked, { ids, nowMs: clock.now() });
  let result: NumberResult | undefined;
  for (let waitedMs = 0; waitedMs <= WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    result = await readNumberResult(table, asked);
    if (result !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  if (result?.state === 'absent') throw new AppError('ERR_WAPP_INVALID_CONTACT');
  if (result?.state !== 'reached') throw new AppError('ERR_WAPP_CHECK_CONTACT');
  return result.number;
};

/** Stores the provider's answer; drops an answer without a pending check. */
export const keepNumberResult = (
  table: Table,
  { connectionId, number, result }: InboundEventOf<'number-check'>,
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    const before = await table.get(NumberCheck, { connectionId, number }, { consistent: true });
    if (before === undefined) return;
    await commit([table.put(NumberCheck, { ...before, result }, before.version, nowMs)]);
  });
