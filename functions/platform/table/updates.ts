import type { UsageStep } from '@prosa/shared/entities/api-usage.ts';
import type { CampaignFigure, QualityFigure } from '@prosa/shared/entities/campaign.ts';
import type { RollupKind } from '@prosa/shared/entities/rollup.ts';
import { dynamodb, failedCondition, tableName } from '../aws/dynamodb.ts';
import { systemClock, toInstant } from '../clock.ts';
import { commit, WriteConflict, type WriteItem } from './commit.ts';
import type { Entity, Key } from './define-entity.ts';
import { AssistantUsage } from './entities/assistants.ts';
import { CampaignFigures, CampaignQuality } from './entities/campaigns.ts';
import { Tag } from './entities/companies.ts';
import { ContactList } from './entities/contact-lists.ts';
import { Attempts, Counter, GlobalCounter } from './entities/counters.ts';
import { ApiUsage } from './entities/external-api.ts';
import { FlowFigures } from './entities/flows.ts';
import { Message } from './entities/messages.ts';
import { Rollup } from './entities/tickets.ts';
import { conditionOf, namesOf } from './expressions.ts';
import { globalTable, type Table } from './table.ts';

/**
 * Raises a counter and returns the first of the reserved numbers. This file holds the only writes that do not replace
 * a complete row. Each sets named attributes, and raises the version if readers of the row compare it. None moves a
 * row within an index; the outcome of a send removes a message from an index.
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

/** Reserves `count` new ids of an entity and returns the first. An id may be skipped, but is never reused. */
export const nextId = (table: Table, { name }: Pick<Entity, 'name'>, count = 1): Promise<number> => {
  if (table.companyId === null) throw new Error('numbers are counted per company');
  return takeNumbers(table, Counter, name, count);
};

export const nextGlobalId = (name: 'company' | 'plan' | 'help' | 'announcement'): Promise<number> =>
  takeNumbers(globalTable, GlobalCounter, name, 1);

type MessageKey = { contactId: number; connectionId: number; sortKey: string };

/** States of a message that each outcome may replace. */
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

/** Returns why a single update conflicted: the row was absent, or held another value. */
const conflictOf = (error: unknown): 'held' | 'absent' | undefined =>
  error instanceof WriteConflict
    ? failedCondition(error.cause)?.held === undefined
      ? 'absent'
      : 'held'
    : undefined;

/**
 * Writes the outcome of an attempt to send. Never backwards: an accepted message stays accepted, an outcome of an
 * earlier attempt changes nothing, and `unknown` yields to every certain outcome.
 * @returns whether it changed
 */
export const writeSendOutcome = async (
  table: Table,
  message: MessageKey,
  attempt: number,
  outcome: { state: 'sent'; takenAtMs?: number } | { state: 'failed' | 'unknown'; reason: string },
): Promise<boolean> => {
  const nowMs = systemClock.now();
  const change = {
    ...(outcome.state === 'sent' ? { takenAt: toInstant(outcome.takenAtMs ?? nowMs) } : {}),
    sendState: outcome.state,
    sendError: outcome.state === 'sent' ? '' : outcome.reason,
    // Messages in these states have no ack, because every receipt makes them `sent`.
    ack: outcome.state === 'sent' ? 1 : 0,
  };
  const holds = { attempt, sendState: { oneOf: SETTLES[outcome.state] } };
  try {
    await commit([outOfIndex(table.update(Message, message, change, holds, nowMs))]);
    return true;
  } catch (error) {
    if (conflictOf(error) === undefined) throw error;
    return false;
  }
};

/**
 * Marks an attempt as begun at its provider, before the call: whoever finds it begun does not begin it again.
 * @returns false if it was begun before, is settled, or is not the message's newest attempt
 */
export const beginSend = async (table: Table, message: MessageKey, attempt: number): Promise<boolean> =>
  changeSendState(table, message, { attempt, from: 'pending', to: 'sending' });

/** Takes back {@link beginSend} for a call that the provider certainly did not carry out and that is repeated later. */
export const takeBackSend = async (table: Table, message: MessageKey, attempt: number): Promise<boolean> =>
  changeSendState(table, message, { attempt, from: 'sending', to: 'pending' });

const changeSendState = async (
  table: Table,
  message: MessageKey,
  { attempt, from, to }: { attempt: number; from: 'pending' | 'sending'; to: 'pending' | 'sending' },
): Promise<boolean> => {
  try {
    const holds = { attempt, sendState: { oneOf: [from] } };
    await commit([table.update(Message, message, { sendState: to }, holds, systemClock.now())]);
    return true;
  } catch (error) {
    if (conflictOf(error) === undefined) throw error;
    return false;
  }
};

/**
 * Raises the ack of an outgoing message, never lowers it. A receipt proves acceptance, so a message that is still
 * being sent counts as sent.
 * @returns `absent` if there is no such message, `held` if it already has that ack or is incoming
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

/** Returns the write that raises counts of a row, which need not exist yet. `row` has the fields of its key. */
const addToItem = (
  table: Table,
  { name, schemaVersion }: Pick<Entity, 'name' | 'schemaVersion'>,
  { key, row }: { key: Key; row: Readonly<Record<string, string | number>> },
  by: ReadonlyMap<string, number>,
  nowMs: number,
): WriteItem => {
  const fixed = {
    _e: name,
    _s: schemaVersion,
    companyId: table.companyId,
    ...row,
    rowUpdatedAt: toInstant(nowMs),
  };
  const counters = [...by].map(([counter, count], index) => ({ counter, count, at: String(index) }));
  return {
    op: 'update',
    entity: name,
    key,
    update: {
      expression: [
        `ADD ${counters.map(({ at }) => `#n${at} :n${at}`).join(', ')}`,
        // Last, because `commit` adds its own field to a single update.
        `SET ${Object.keys(fixed)
          .map((field) => `#${field} = :${field}`)
          .join(', ')},`,
        '#version = if_not_exists(#version, :zero) + :one, #made = if_not_exists(#made, :rowUpdatedAt)',
      ].join(' '),
      names: {
        ...Object.fromEntries(Object.keys(fixed).map((field) => [`#${field}`, field])),
        '#version': 'version',
        '#made': 'rowCreatedAt',
        ...Object.fromEntries(counters.map(({ counter, at }) => [`#n${at}`, counter])),
      },
      values: {
        ...Object.fromEntries(Object.entries(fixed).map(([field, value]) => [`:${field}`, value])),
        ':zero': 0,
        ':one': 1,
        ...Object.fromEntries(counters.map(({ count, at }) => [`:n${at}`, count])),
      },
    },
  };
};

/** Returns the write that raises counts of a rollup, for a transaction. Counts are attributes of any name. */
export const addToRollupItem = (
  table: Table,
  row: { kind: RollupKind; period: string; shard: number },
  by: ReadonlyMap<string, number>,
  nowMs: number,
): WriteItem => addToItem(table, Rollup, { key: table.keyOf(Rollup, row), row }, by, nowMs);

/** Returns the write that raises counters of the external API's use on a day, for a transaction. */
export const addToUsageItem = (
  table: Table,
  row: { day: string; shard: number },
  step: UsageStep,
  nowMs: number,
): WriteItem =>
  addToItem(table, ApiUsage, { key: table.keyOf(ApiUsage, row), row }, new Map(Object.entries(step)), nowMs);

/** Returns the write that changes sums of a campaign, for a transaction. */
export const addToCampaignItem = (
  table: Table,
  campaignId: number,
  by: ReadonlyMap<CampaignFigure, number>,
  nowMs: number,
): WriteItem => {
  const row = { campaignId };
  return addToItem(table, CampaignFigures, { key: table.keyOf(CampaignFigures, row), row }, by, nowMs);
};

/** Returns the write that changes sums of a connection's campaigns on a day, for a transaction. */
export const addToQualityItem = (
  table: Table,
  row: { connectionId: number; day: string },
  by: ReadonlyMap<QualityFigure, number>,
  nowMs: number,
): WriteItem => addToItem(table, CampaignQuality, { key: table.keyOf(CampaignQuality, row), row }, by, nowMs);

/**
 * Returns the write that raises figures of a flow on a UTC day (`2026-11-26`), for the transaction of the step that
 * began at the node `from`. Names of counts as in `flowFiguresSchema`.
 */
export const addToFlowItem = (
  table: Table,
  row: { flowId: number; day: string; from: string },
  by: ReadonlyMap<string, number>,
  nowMs: number,
): WriteItem => addToItem(table, FlowFigures, { key: table.keyOf(FlowFigures, row), row }, by, nowMs);

/**
 * Returns the write that adds to what an assistant used in a month (`2026-11`).
 * @param atMost the month's tokens with those of this write: the write fails if they would be more
 */
export const addToAssistantItem = (
  table: Table,
  row: { assistantId: number; month: string },
  by: { tokens: number; answers: number },
  nowMs: number,
  atMost?: number,
): WriteItem => {
  const key = table.keyOf(AssistantUsage, row);
  const write = addToItem(table, AssistantUsage, { key, row }, new Map(Object.entries(by)), nowMs);
  if (atMost === undefined) return write;
  const condition = {
    expression: 'attribute_not_exists(#tokens) OR #tokens <= :room',
    names: { '#tokens': 'tokens' },
    values: { ':room': atMost - by.tokens },
  };
  return { ...write, condition };
};

/** Returns the transaction write that adds `by` to the contact count of an existing tag. */
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

/**
 * Returns the write that adds to the counts of a contact list, for a transaction with the items that it counts. Fails if
 * the list was removed. Simultaneous writers do not compare versions.
 */
export const addToContactListItem = (
  table: Table,
  id: number,
  by: { all: number; invalid: number; unchecked: number },
  nowMs: number,
): WriteItem => {
  const write = table.update(ContactList, { id }, {}, 'exists', nowMs);
  const { expression, names, values } = write.update;
  const added = Object.keys(by).map((count) => `#contacts.#${count} = #contacts.#${count} + :${count}`);
  return {
    ...write,
    update: {
      expression: [expression, ...added].join(', '),
      names: {
        ...names,
        ...namesOf(ContactList, { '#contacts': 'contacts' }),
        ...Object.fromEntries(Object.keys(by).map((count) => [`#${count}`, count])),
      },
      values: { ...values, ...Object.fromEntries(Object.entries(by).map(([count, n]) => [`:${count}`, n])) },
    },
  };
};

const attemptsSchema = Attempts.schema.pick({ emptyAtMs: true });
type AttemptsKey = { kind: string; subject: string };
/** Attempts when concurrent requests write the same row. */
const ATTEMPT_TRIES = 3;

/** A rate limit: `limit` times at once, and after that once every `windowMs / limit`. */
export interface RateLimit {
  limit: number;
  windowMs: number;
}
/** Returns the amount that one attempt adds to the bucket: milliseconds until it has leaked out. */
const stepOf = ({ limit, windowMs }: RateLimit): number => Math.ceil(windowMs / limit);

/** Fills or empties an existing bucket by one step. The row outlives the bucket's content. */
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
 * Counts an attempt, unless the rate limit is exceeded; concurrent attempts cannot exceed it either. One write for
 * the first attempt, two for later ones, one for refused ones.
 * @returns undefined if counted, otherwise the epoch milliseconds at which the next attempt will be
 */
export const countAttempt = async (
  key: AttemptsKey,
  rate: RateLimit,
  nowMs: number,
): Promise<number | undefined> => {
  const stepMs = stepOf(rate);
  /** A bucket that would be empty only after this time has no room for another step. */
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
    // No attempt fills a bucket so far ahead, so the clock was set back. Callers must not wait until it catches up.
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

/** Takes a counted attempt back. */
export const uncountAttempt = async (key: AttemptsKey, rate: RateLimit, nowMs: number): Promise<void> => {
  try {
    const holds = { emptyAtMs: { above: nowMs } };
    await addAttempts(key, -stepOf(rate), holds, { nowMs, windowMs: rate.windowMs });
  } catch (error) {
    // The attempt has leaked out by now.
    if (!(error instanceof WriteConflict)) throw error;
  }
};
