import { dynamodb, tableName } from '../aws/dynamodb.ts';
import { toInstant } from '../clock.ts';
import { commit, WriteConflict, type WriteItem } from './commit.ts';
import { Counter, GlobalCounter, Message } from './entities.ts';
import { namesOf } from './expressions.ts';
import { globalTable, type Table } from './table.ts';

/**
 * The only writes that do not replace a whole row. Each names what it touches, none touches an indexed field, and
 * each raises the version where the row has readers that compare it.
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
      ':now': toInstant(Date.now()),
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
  name: 'ticket' | 'contact' | 'user' | 'queue' | 'connection' | 'tag',
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

/**
 * How an attempt to send ended, as a write of a transaction. Never backwards: an accepted message stays accepted, a
 * verdict of an earlier attempt fails the condition, and `unknown` yields to every certainty.
 */
export const settleSendItem = (
  table: Table,
  message: MessageKey,
  attempt: number,
  outcome: { state: 'sent' } | { state: 'failed' | 'unknown'; reason: string },
  nowMs: number,
): WriteItem =>
  table.update(
    Message,
    message,
    {
      sendState: outcome.state,
      sendError: outcome.state === 'sent' ? '' : outcome.reason,
      // Messages in these states have no ack: every receipt makes them `sent`.
      ack: outcome.state === 'sent' ? 1 : 0,
    },
    { attempt, sendState: { oneOf: SETTLES[outcome.state] } },
    nowMs,
  );

/**
 * Raises the ack of a message of ours, never lowers it. A receipt proves acceptance, so a message still on its way counts as sent.
 * @returns whether it changed.
 */
export const raiseAck = async (table: Table, message: MessageKey, ack: number): Promise<boolean> => {
  try {
    await commit([
      table.update(
        Message,
        message,
        { ack, sendState: 'sent', sendError: '' },
        { ack: { below: ack }, fromMe: true },
        Date.now(),
      ),
    ]);
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) return false;
    throw error;
  }
};
