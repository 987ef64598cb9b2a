import type { RollupKind } from '@prosa/shared/entities/rollup.ts';
import { dynamodb, failedCondition, tableName } from '../aws/dynamodb.ts';
import { systemClock, toInstant } from '../clock.ts';
import { commit, WriteConflict, type WriteItem } from './commit.ts';
import { Tag } from './entities/companies.ts';
import { Attempts, Counter, GlobalCounter } from './entities/counters.ts';
import { Message } from './entities/messages.ts';
import { Rollup } from './entities/tickets.ts';
import { conditionOf, namesOf } from './expressions.ts';
import { globalTable, type Table } from './table.ts';

/**
 * The only writes that do not replace a whole row. Each names what it touches and raises the version where the row has
 * readers that compare it. None moves a row within an index; what settles a send takes it out of one.
 */
const takeNumbers = async (
  table: Table,
  entity: typeof Counter | typeof GlobalCounter,
  name: string,
  count: number,
): Promise<number> => {
  const answer = await dynamodb().update({
    TableName: tableName(),
    Key: table.keyOf(entity, { name }),
    UpdateExpression:
      'SET #name = :name, #entity = :entity, #schema = if_not_exists(#schema, :schema), #version = if_not_exists(#version, :zero) + :one, rowUpdatedAt = :now, rowCreatedAt = if_not_exists(rowCreatedAt, :now)' +
      (table.companyId === null ? '' : ', companyId = :company') +
      ' ADD #value :count',
    ExpressionAttributeNames: {
      ...namesOf(entity, { '#name': 'name', '#value': 'value' }),
      '#entity': '_e',
      '#schema': '_s',
      '#version': 'version',
    },
    ExpressionAttributeValues: {
      ':name': name,
      ':entity': entity.name,
      ':schema': entity.schemaVersion,
      ':zero': 0,
      ':one': 1,
      ':count': count,
      ':now': toInstant(systemClock.now()),
      ...(table.companyId === null ? {} : { ':company': table.companyId }),
    },
    ReturnValues: 'UPDATED_NEW',
  });
  const value = Number(answer.Attributes?.value);
  if (!Number.isInteger(value)) throw new Error(`counter ${name} has no value`);
  return value - count + 1;
};

/** The first of `count` numbers nobody else gets. A number may be skipped, never given twice. */
export const nextId = (
  table: Table,
  name: 'ticket' | 'contact' | 'user' | 'queue' | 'connection' | 'tag' | 'schedule' | 'quickMessage',
  count = 1,
): Promise<number> => {
  if (table.companyId === null) throw new Error('numbers are counted per company');
  return takeNumbers(table, Counter, name, count);
};

export const nextGlobalId = (name: 'company' | 'plan'): Promise<number> =>
  takeNumbers(globalTable, GlobalCounter, name, 1);

type MessageKey = { contactId: number; connectionId: number; sortKey: string };

/** Where a message may stand for an outcome to count. */
const SETTLES = {
  sent: ['pending', 'sending', 'unknown', 'failed'],
  failed: ['pending', 'sending', 'unknown'],
  unknown: ['pending', 'sending'],
} as const;

/** Removes a message with a known outcome from the index of messages that are being sent. */
const outOfIndex = (write: WriteItem & { op: 'update' }): WriteItem => ({
  ...write,
  update: { ...write.update, expression: ['REMOVE g1pk, g1sk', write.update.expression].join(' ') },
});

/** The conflict of a lone update: whose row was not there, or held something else. */
const conflictOf = (error: unknown): 'held' | 'absent' | undefined =>
  error instanceof WriteConflict
    ? failedCondition(error.cause)?.held === undefined
      ? 'absent'
      : 'held'
    : undefined;

/**
 * How an attempt to send ended. Never backwards: an accepted message stays accepted, a verdict of an earlier attempt
 * changes nothing, and `unknown` yields to every certainty.
 * @returns whether it changed
 */
export const writeSendOutcome = async (
  table: Table,
  message: MessageKey,
  attempt: number,
  outcome: { state: 'sent' } | { state: 'failed' | 'unknown'; reason: string },
): Promise<boolean> => {
  const change = {
    sendState: outcome.state,
    sendError: outcome.state === 'sent' ? '' : outcome.reason,
    // Messages in these states have no ack: every receipt makes them `sent`.
    ack: outcome.state === 'sent' ? 1 : 0,
  };
  const holds = { attempt, sendState: { oneOf: SETTLES[outcome.state] } };
  try {
    await commit([outOfIndex(table.update(Message, message, change, holds, systemClock.now()))]);
    return true;
  } catch (error) {
    if (conflictOf(error) === undefined) throw error;
    return false;
  }
};

/**
 * Raises the ack of a message of ours, never lowers it. A receipt proves acceptance, so a message still on its way
 * counts as sent.
 * @returns `absent` where there is no such message, `held` where it has that ack or is not ours
 */
export const raiseAck = async (
  table: Table,
  message: MessageKey,
  ack: number,
): Promise<'raised' | 'held' | 'absent'> => {
  const change = { ack, sendState: 'sent', sendError: '' } as const;
  try {
    await commit([
      outOfIndex(
        table.update(Message, message, change, { ack: { below: ack }, fromMe: true }, systemClock.now()),
      ),
    ]);
    return 'raised';
  } catch (error) {
    const conflict = conflictOf(error);
    if (conflict === undefined) throw error;
    return conflict;
  }
};

/** Raises counts of a rollup, which need not be there yet, as a write of a transaction. */
export const addToRollupItem = (
  table: Table,
  row: { kind: RollupKind; period: string; shard: number },
  by: ReadonlyMap<string, number>,
  nowMs: number,
): WriteItem => {
  // A count is an attribute whatever its name: they are raised here alone.
  const fixed = {
    _e: Rollup.name,
    _s: Rollup.schemaVersion,
    companyId: table.companyId,
    ...row,
    rowUpdatedAt: toInstant(nowMs),
  };
  const counters = [...by].map(([name, count], index) => ({ name, count, at: String(index) }));
  return {
    op: 'update',
    entity: Rollup.name,
    key: table.keyOf(Rollup, row),
    update: {
      expression: [
        `SET ${Object.keys(fixed)
          .map((name) => `#${name} = :${name}`)
          .join(', ')},`,
        '#version = if_not_exists(#version, :zero) + :one, #made = if_not_exists(#made, :rowUpdatedAt)',
        `ADD ${counters.map(({ at }) => `#n${at} :n${at}`).join(', ')}`,
      ].join(' '),
      names: {
        ...Object.fromEntries(Object.keys(fixed).map((name) => [`#${name}`, name])),
        '#version': 'version',
        '#made': 'rowCreatedAt',
        ...Object.fromEntries(counters.map(({ name, at }) => [`#n${at}`, name])),
      },
      values: {
        ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [`:${name}`, value])),
        ':zero': 0,
        ':one': 1,
        ...Object.fromEntries(counters.map(({ count, at }) => [`:n${at}`, count])),
      },
    },
  };
};

/** Changes how many contacts have a tag that is there, as a write of a transaction. */
export const addTaggedItem = (table: Table, tagId: number, by: number, nowMs: number): WriteItem => {
  const write = table.update(Tag, { id: tagId }, {}, { contacts: { above: -1 } }, nowMs);
  const { expression, names, values } = write.update;
  return {
    ...write,
    update: {
      expression: `${expression} ADD #contacts :by`,
      names: { ...names, ...namesOf(Tag, { '#contacts': 'contacts' }) },
      values: { ...values, ':by': by },
    },
  };
};

const attemptsSchema = Attempts.schema.pick({ emptyAtMs: true });
type AttemptsKey = { kind: string; subject: string };
/** A row of attempts that another request writes at the same moment is looked at again. */
const ATTEMPT_TRIES = 3;

/** How often something may be done: `limit` times at once, and after that once every `windowMs / limit`. */
export interface RateLimit {
  limit: number;
  windowMs: number;
}
/** Amount that one attempt adds to the bucket: milliseconds until it has leaked out. */
const stepOf = ({ limit, windowMs }: RateLimit): number => Math.ceil(windowMs / limit);

/** Fills or empties a bucket that is there by one step. The row outlives what is in the bucket. */
const addAttempts = (
  key: AttemptsKey,
  byMs: number,
  holds: { emptyAtMs: { below: number } | { above: number } },
  { nowMs, windowMs }: { nowMs: number; windowMs: number },
): Promise<void> => {
  const write = globalTable.update(Attempts, key, {}, holds, nowMs);
  const { expression, names, values } = write.update;
  return commit([
    {
      ...write,
      update: {
        expression: `${expression}, #emptyAtMs = #emptyAtMs + :by, #ttl = :ttl`,
        names: { ...names, ...namesOf(Attempts, { '#emptyAtMs': 'emptyAtMs' }), '#ttl': 'ttl' },
        values: { ...values, ':by': byMs, ':ttl': Math.ceil((nowMs + windowMs) / 1000) },
      },
    },
  ]);
};

/**
 * Counts an attempt, unless its rate is exceeded. However many come at once, no more are counted. One write for the first,
 * two for others, one for those that are too many.
 * @returns undefined where it is counted, otherwise the epoch milliseconds at which the next one is
 */
export const countAttempt = async (
  key: AttemptsKey,
  rate: RateLimit,
  nowMs: number,
): Promise<number | undefined> => {
  const stepMs = stepOf(rate);
  /** A bucket that is empty after this has no room for another step. */
  const fullAtMs = nowMs + rate.windowMs - stepMs;
  const first = globalTable.put(Attempts, { ...key, emptyAtMs: nowMs + stepMs }, 'any', nowMs);
  const isEmpty = conditionOf(Attempts, { emptyAtMs: { below: nowMs } });
  const condition = { ...isEmpty, expression: `attribute_not_exists(pk) OR ${isEmpty.expression}` };
  let heldMs = fullAtMs;
  for (let attempt = 1; attempt <= ATTEMPT_TRIES; attempt++) {
    try {
      await commit([{ ...first, condition }]);
      return undefined;
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      heldMs = attemptsSchema.parse(failedCondition(error.cause)?.held).emptyAtMs;
    }
    // No attempt fills a bucket so far ahead: the clock was set back, and nobody is to wait until it is there again.
    const isOfAnotherClock = heldMs > nowMs + 2 * rate.windowMs;
    if (heldMs > fullAtMs && !isOfAnotherClock) break;
    try {
      if (isOfAnotherClock) {
        const held = conditionOf(Attempts, { emptyAtMs: { above: heldMs - 1 } });
        await commit([{ ...first, condition: held }]);
        return undefined;
      }
      const holds = { emptyAtMs: { below: fullAtMs + 1 } };
      await addAttempts(key, stepMs, holds, { nowMs, windowMs: rate.windowMs });
      return undefined;
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  return Math.max(nowMs + 1, nowMs + heldMs - fullAtMs);
};

/** Takes back an attempt that was counted. */
export const uncountAttempt = async (key: AttemptsKey, rate: RateLimit, nowMs: number): Promise<void> => {
  try {
    const holds = { emptyAtMs: { above: nowMs } };
    await addAttempts(key, -stepOf(rate), holds, { nowMs, windowMs: rate.windowMs });
  } catch (error) {
    // It has leaked out by now.
    if (!(error instanceof WriteConflict)) throw error;
  }
};
