import type { DynamoDBBatchResponse } from 'aws-lambda';
import { consumeBatch, type StreamBatch } from '../consume.ts';
import { countFacts, isFactOf } from '../count-facts.ts';
import { indexContacts, isIndexed } from '../index-contacts.ts';
import { indexMessages } from '../index-messages.ts';
import { isChangeOf } from '../read-changes.ts';

/** What is derived from rows and may come a little later: the search index, and the rollups that reports are made of. */
export const handler = (batch: StreamBatch): Promise<DynamoDBBatchResponse> =>
  consumeBatch('index', batch, (changes) => {
    const messages = changes.filter(isChangeOf('message'));
    const contacts = changes.filter(isIndexed);
    const facts = Map.groupBy(changes.filter(isFactOf), (change) => change.companyId);
    return [
      () => [
        {
          name: 'message index',
          changes: messages,
          run: () => indexMessages(messages, { isLate: batch.isReplay === true }),
        },
        { name: 'contact index', changes: contacts, run: () => indexContacts(contacts) },
        ...[...facts].map(([companyId, of]) => ({
          name: 'rollups',
          changes: of,
          run: () => countFacts(companyId, of),
        })),
      ],
    ];
  });
