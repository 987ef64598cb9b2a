import { commitContactChange } from '@prosa/functions/conversations/commit-turn.ts';
import { contactTurns } from '@prosa/functions/domain/turns/contact-turns.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Conversation, Message } from '@prosa/functions/platform/table/entities/messages.ts';
import type { ContactRow } from '@prosa/functions/repositories/contacts/contacts.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { messageRow } from '../factories/rows.ts';
import { makeContact } from '../factories/tickets.ts';
import { consume } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { indexedContacts, indexedMessages } from './support/indexed.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
useEdge();
let company: TestCompany;
let connectionId: number;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  connectionId = await company.addConnection();
  records = await followStream(engine().endpoint);
});

/** Processes the stream records since the last call. */
const catchUp = async (): Promise<void> => {
  expect(await consume(await records())).toEqual({ batchItemFailures: [] });
};
const tokensOf = (word: string) => indexedMessages(company.table, word);
const findContacts = (text: string) => indexedContacts(company.table, text);

describe('search index', () => {
  const addContact = (name: string, number: string) => makeContact(company.table, { name, number });
  const rename = (contact: ContactRow, name: string) =>
    commitContactChange(company.table, contactTurns(contact, { ...contact, name }, []), {
      ids: systemIds,
      nowMs: Date.now(),
    });

  it('finds a contact by any part of its name and the end of its number', async () => {
    const contact = await addContact('José Antônio da Conceição', '5511987654321');
    await catchUp();
    for (const text of ['jose', 'anton', 'tonio', 'ceicao', '5511987', '11987654321', '987654321', '4321']) {
      expect(
        (await findContacts(text)).map(({ contactId }) => contactId),
        text,
      ).toContain(contact.id);
    }
    expect(await findContacts('maria')).toEqual([]);
  });

  it('follows a rename, and drops a removed contact', async () => {
    const contact = await addContact('Maria Lima', '5511911112222');
    await catchUp();
    await rename(contact, 'Marina Lima');
    await catchUp();
    expect(await findContacts('maria')).toEqual([]);
    expect((await findContacts('marina'))[0]?.name).toBe('Marina Lima');
    expect((await findContacts('2222'))[0]?.name).toBe('Marina Lima');
    await commit([company.table.delete(Contact, { id: contact.id })]);
    await catchUp();
    for (const text of ['marina', 'lima', '2222', '5511911112222'])
      expect(await findContacts(text), text).toEqual([]);
  });

  it('gives the newest ticket of each connection', async () => {
    const contact = await addContact('Pedro Alves', '5511933334444');
    const conversation = { companyId: company.id, contactId: contact.id, connectionId };
    await commit([company.table.put(Conversation, { ...conversation, activeTicketId: 5 }, 'absent')]);
    await catchUp();
    expect((await findContacts('pedro'))[0]?.tickets).toEqual([{ connectionId, ticketId: 5 }]);
    await commit([company.table.put(Conversation, { ...conversation, lastTicketId: 5 }, 1)]);
    const batch = await records();
    await consume(batch);
    expect((await findContacts('alves'))[0]?.tickets).toEqual([{ connectionId, ticketId: 5 }]);
    // The conversation changed but its newest ticket did not, so the index wrote nothing.
    expect(await records()).toEqual([]);
  });

  it('R18: has the same contents after repeated and late batches', async () => {
    const contact = await addContact('Rita Prado', '5511955556666');
    const first = await records();
    await rename(contact, 'Rute Prado');
    const second = await records();
    for (const batch of [first, first, second, second, first]) await consume(batch);
    expect(await findContacts('rita')).toEqual([]);
    expect((await findContacts('rute')).map(({ contactId }) => contactId)).toEqual([contact.id]);
    expect((await findContacts('prado'))[0]?.name).toBe('Rute Prado');
  });

  it('finds messages by their words, and follows edits and deletions', async () => {
    const message = messageRow({
      companyId: company.id,
      connectionId,
      body: 'Qual é o prazo da ENTREGA? Entrega, para ontem!',
    });
    await commit([company.table.put(Message, message, 'absent')]);
    await catchUp();
    expect(await tokensOf('entrega')).toMatchObject([{ messageId: message.id, ticketId: message.ticketId }]);
    expect(await tokensOf('prazo')).toHaveLength(1);
    for (const word of ['qual', 'para', 'da', 'o']) expect(await tokensOf(word), word).toEqual([]);

    await commit([company.table.put(Message, { ...message, ack: 2 }, 1)]);
    await catchUp();
    expect(await records()).toEqual([]);

    const edited = { ...message, body: 'Qual o prazo do boleto?', isEdited: true };
    await commit([company.table.put(Message, edited, 2)]);
    await catchUp();
    expect(await tokensOf('entrega')).toEqual([]);
    expect(await tokensOf('prazo')).toHaveLength(1);
    expect(await tokensOf('boleto')).toHaveLength(1);

    await commit([company.table.put(Message, { ...edited, isDeleted: true }, 3)]);
    await catchUp();
    for (const word of ['prazo', 'boleto']) expect(await tokensOf(word), word).toEqual([]);
  });
});
