import { wordsOf } from '../domain/search/message-words.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { MessageToken } from '../platform/table/entities.ts';
import { openTable } from '../platform/table/table.ts';
import { writeBatch } from '../platform/table/write-batch.ts';
import type { ChangeOf } from './read-changes.ts';

const itemsFor = ({ companyId, before, after }: ChangeOf<'message'>): WriteItem[] => {
  const message = after ?? before;
  if (message === undefined) return [];
  const table = openTable(companyId);
  const had = new Set(wordsOf(before));
  const has = new Set(wordsOf(after));
  const row = (word: string) => ({
    companyId,
    word,
    messageId: message.id,
    sortKey: message.sortKey,
    ticketId: message.ticketId,
  });
  return [
    ...[...has].filter((word) => !had.has(word)).map((word) => table.put(MessageToken, row(word), 'any')),
    ...[...had].filter((word) => !has.has(word)).map((word) => table.delete(MessageToken, row(word))),
  ];
};

/**
 * Keeps the words of messages findable: one write for each word that came or went, none for receipts and reactions.
 * A row's key says all it says, so repeating it changes nothing.
 */
export const indexMessages = (changes: readonly ChangeOf<'message'>[]): Promise<void> =>
  writeBatch(changes.flatMap(itemsFor));
