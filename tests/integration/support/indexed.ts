import { ContactToken } from '@prosa/functions/platform/table/entities/contacts.ts';
import { MessageToken } from '@prosa/functions/platform/table/entities/messages.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';

/** Returns the messages in the search index under a whole word. */
export const indexedMessages = async (table: Table, word: string) => {
  const { pk } = keys.messageToken({ word, messageId: '', sortKey: '' });
  return (await table.query(MessageToken, { pk, limit: 100, consistent: true })).rows;
};

/** Returns the contacts in the search index under words with this beginning. */
export const indexedContacts = async (table: Table, text: string) => {
  const { pk } = keys.contactToken({ token: text, contactId: 0 });
  return (await table.query(ContactToken, { pk, prefix: text, limit: 100, consistent: true })).rows;
};
