import { dynamodb, failedCondition, tableName } from '../aws/dynamodb.ts';
import { toInstant } from '../clock.ts';
import type { WriteItem } from './commit.ts';
import type { Key } from './define-entity.ts';
import { Counter, GlobalCounter, Message } from './entities.ts';
import { globalTable, type Table } from './table.ts';

/**
 * The only writes that do not replace a whole row. Each names what it touches, none touches an indexed field, and
 * each raises the version where the row has readers that compare it.
 */
const takeNumbers = async (
  key: Key,
  entity: string,
  name: string,
  companyId: number | null,
  count: number,
): Promise<number> => {
  const answer = await dynamodb().update({
    TableName: tableName(),
    Key: key,
    UpdateExpression:
      'SET #name = :name, #entity = :entity, version = if_not_exists(version, :zero) + :one, rowUpdatedAt = :now, rowCreatedAt = if_not_exists(rowCreatedAt, :now)' +
      (companyId === null ? '' : ', companyId = :company') +
      ' ADD #value :count',
    ExpressionAttributeNames: { '#name': 'name', '#entity': '_e', '#value': 'value' },
    ExpressionAttributeValues: {
      ':name': name,
      ':entity': entity,
      ':zero': 0,
      ':one': 1,
      ':count': count,
      ':now': toInstant(Date.now()),
      ...(companyId === null ? {} : { ':company': companyId }),
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
  return takeNumbers(table.keyOf(Counter, { name }), Counter.name, name, table.companyId, count);
};

export const nextGlobalId = (name: 'company' | 'plan'): Promise<number> =>
  takeNumbers(globalTable.keyOf(GlobalCounter, { name }), GlobalCounter.name, name, null, 1);

/**
 * How an attempt to send ended, as a write of a transaction. Never backwards: an accepted message stays accepted, a
 * verdict of an earlier attempt fails the condition, and `unknown` yields to every certainty.
 */
export const settleSendItem = (
  table: Table,
  message: { contactId: number; connectionId: number; sortKey: string },
  attempt: number,
  outcome: { state: 'sent' } | { state: 'failed' | 'unknown'; reason: string },
  nowMs: number,
): WriteItem => {
  const from = {
    sent: ['pending', 'sending', 'unknown', 'failed'],
    failed: ['pending', 'sending', 'unknown'],
    unknown: ['pending', 'sending'],
  }[outcome.state];
  return {
    op: 'update',
    entity: Message.name,
    key: table.keyOf(Message, message),
    update: {
      expression:
        'SET sendState = :state, sendError = :reason, ack = :ack, #version = #version + :one, rowUpdatedAt = :now',
      names: { '#version': 'version' },
      values: {
        ':state': outcome.state,
        ':reason': outcome.state === 'sent' ? '' : outcome.reason,
        // Messages in these states have no ack: every receipt makes them `sent`.
        ':ack': outcome.state === 'sent' ? 1 : 0,
        ':one': 1,
        ':now': toInstant(nowMs),
      },
    },
    condition: {
      expression: `attempt = :attempt AND sendState IN (${from.map((_state, index) => [':f', index].join('')).join(', ')})`,
      values: {
        ':attempt': attempt,
        ...Object.fromEntries(from.map((state, index) => [[':f', index].join(''), state])),
      },
    },
  };
};

/**
 * Raises the ack of a message of ours, never lowers it. A receipt proves acceptance, so a message still on its way counts as sent.
 * @returns whether it changed.
 */
export const raiseAck = async (
  table: Table,
  message: { contactId: number; connectionId: number; sortKey: string },
  ack: number,
): Promise<boolean> => {
  try {
    await dynamodb().update({
      TableName: tableName(),
      Key: table.keyOf(Message, message),
      UpdateExpression:
        'SET ack = :ack, sendState = :sent, sendError = :none, version = version + :one, rowUpdatedAt = :now',
      ConditionExpression: 'attribute_exists(pk) AND ack < :ack AND fromMe = :ours',
      ExpressionAttributeValues: {
        ':ack': ack,
        ':ours': true,
        ':sent': 'sent',
        ':none': '',
        ':one': 1,
        ':now': toInstant(Date.now()),
      },
    });
    return true;
  } catch (error) {
    if (failedCondition(error) !== undefined) return false;
    throw error;
  }
};
