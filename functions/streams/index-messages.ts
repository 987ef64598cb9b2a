import { wordsOf } from '../domain/search/message-words.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { Message, MessageToken } from '../platform/table/entities/messages.ts';
import { openTable } from '../platform/table/table.ts';
import { writeBatch } from '../platform/table/write-batch.ts';
import type { ChangeOf } from './read-changes.ts';

type MessageRow = NonNullable<ChangeOf<'message'>['after']>;

interface Step {
  companyId: CompanyId;
  had: readonly (MessageRow | undefined)[];
  has: MessageRow | undefined;
}

const itemsFor = ({ companyId, had, has }: Step): WriteItem[] => {
  const message = has ?? had.find((row) => row !== undefined);
  if (message === undefined) return [];
  const table = openTable(companyId);
  const old = new Set(had.flatMap((row) => wordsOf(row)));
  const now = new Set(wordsOf(has));
  const row = (word: string) => ({
    companyId,
    word,
    messageId: message.id,
    sortKey: message.sortKey,
    ticketId: message.ticketId,
  });
  return [
    ...[...now].filter((word) => !old.has(word)).map((word) => table.put(MessageToken, row(word), 'any')),
    ...[...old].filter((word) => !now.has(word)).map((word) => table.delete(MessageToken, row(word))),
  ];
};

/**
 * Returns the writes of a late change, based on the current row: the words in the change may be stale, and their rows
 * missing.
 */
const late = async ({ companyId, before, after, between }: ChangeOf<'message'>): Promise<WriteItem[]> => {
  const row = after ?? before ?? between[0];
  if (row === undefined) return [];
  const has = await openTable(companyId).get(Message, row, { consistent: true });
  return [
    ...itemsFor({ companyId, had: [before, ...between, after], has }),
    ...itemsFor({ companyId, had: [], has }),
  ];
};

/**
 * Keeps messages searchable by word: one write for each word added or removed, none for receipts and reactions. All
 * content of a row is in its key, so repetition changes nothing.
 */
export const indexMessages = async (
  changes: readonly ChangeOf<'message'>[],
  { isLate }: { isLate: boolean },
): Promise<void> => {
  const items = isLate
    ? await Promise.all(changes.map(late))
    : changes.map(({ companyId, before, after }) => itemsFor({ companyId, had: [before], has: after }));
  await writeBatch(items.flat());
};
