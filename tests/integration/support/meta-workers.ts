import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { expect } from 'vitest';
import { failedIndexes, sqsEvent } from '../../factories/inbound-events.ts';
import { inbound as inboundWorker, metaWebhooks as metaWorker } from '../../support/handlers.ts';
import type { TestQueues } from './queues.ts';

/** Runs both workers over the queued messages. Returns the number of inbound events. */
export const runMetaWorkers = async (queues: TestQueues): Promise<number> => {
  const deliveries = queues.drain('meta-webhooks').map(({ body }) => body);
  expect(failedIndexes(await metaWorker(sqsEvent(deliveries)))).toEqual([]);
  let taken = 0;
  for (let events = queues.drain('inbound'); events.length > 0; events = queues.drain('inbound')) {
    expect(failedIndexes(await inboundWorker(sqsEvent(events.map(({ body }) => body))))).toEqual([]);
    taken += events.length;
  }
  return taken;
};

/** Returns all stored messages of a customer's conversation, in order. */
export const storedFrom = async (
  table: Table,
  connectionId: number,
  value: string,
  kind: Identity['kind'] = 'phone',
): Promise<MessageRow[]> => {
  const { contact } = await findContactByIdentities(table, [{ kind, value }]);
  if (contact === undefined) return [];
  const { pk } = keys.message({ contactId: contact.id, connectionId, sortKey: '' });
  return (await table.query(Message, { pk, limit: 3000, maxExamined: 5000, consistent: true })).rows;
};
