import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findMessageByProviderId, type MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { editEvent, revokeEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let where: Where;
let serial = 0;
beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection() };
});

const stored = async (id: string): Promise<MessageRow> => {
  const message = await findMessageByProviderId(company.table, whatsapp, where.connectionId, id);
  if (message === undefined) throw new Error('not stored');
  return message;
};
const conversationOf = async ({ contactId, connectionId }: MessageRow) => {
  const { pk } = keys.message({ contactId, connectionId, sortKey: '' });
  return (await company.table.query(Message, { pk, limit: 100, consistent: true })).rows;
};
const CIPHERTEXT: InboundContent = { kind: 'placeholder', of: 'ciphertext' };
const image: InboundContent = {
  kind: 'image',
  caption: 'O orçamento',
  media: { mimeType: 'image/jpeg', size: 10, voice: false, source: '{}' },
};

/** Receives a placeholder between two readable messages. */
const between = async () => {
  const number = freshNumber();
  const id = `P${++serial}`;
  const write = (content: InboundContent, providerMessageId = id) =>
    textEvent(where, number, '', { content, providerMessageId });
  await take(textEvent(where, number, 'antes'), write(CIPHERTEXT), textEvent(where, number, 'depois'));
  return { id, number, write };
};

describe('placeholder of an unreadable message', () => {
  it('is stored as a message of the contact without content', async () => {
    const number = freshNumber();
    const event = textEvent(where, number, '', { content: CIPHERTEXT, providerMessageId: `P${++serial}` });
    await take(event);
    const row = await stored(event.providerMessageId);
    expect(row).toMatchObject({ mediaType: 'ciphertext', body: '', sendState: 'received' });
    expect(await loadTicket(company.table, row.ticketId)).toMatchObject({
      unreadMessages: 1,
      lastMessage: '⏳',
    });
  });

  it('gets its content in its place once, stays unread, and its file is downloaded', async () => {
    const { id, write } = await between();
    const before = await stored(id);
    await take(write(image), write(image), write({ kind: 'text', text: 'outra coisa' }));
    const after = await stored(id);
    expect(after).toMatchObject({
      id: before.id,
      body: 'O orçamento',
      mediaType: 'image',
      media: { state: 'fetching' },
    });
    const rows = await conversationOf(after);
    expect(rows.map(({ body }) => body)).toEqual(['antes', 'O orçamento', 'depois']);
    expect(await loadTicket(company.table, after.ticketId)).toMatchObject({
      unreadMessages: 3,
      lastMessage: 'depois',
    });
    const groupId = [company.id, where.connectionId, after.contactId].join(':');
    const { rows: commands } = await company.table.query(Outbox, {
      pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
      limit: 100,
      consistent: true,
    });
    const fetches = commands.filter(({ body }) => body.includes('fetch-media') && body.includes(after.id));
    expect(fetches).toHaveLength(1);
  });

  it('the ticket list shows its content when it is the last message', async () => {
    const number = freshNumber();
    const event = textEvent(where, number, '', { content: CIPHERTEXT, providerMessageId: `P${++serial}` });
    await take(event, { ...event, content: { kind: 'text', text: 'Quanto custa?' } });
    const { ticketId } = await stored(event.providerMessageId);
    expect(await loadTicket(company.table, ticketId)).toMatchObject({
      lastMessage: 'Quanto custa?',
      unreadMessages: 1,
    });
  });

  it('replaces no existing message, and brings back no deleted one', async () => {
    const { id, write } = await between();
    await take(write({ kind: 'text', text: 'legível' }), write(CIPHERTEXT));
    expect(await stored(id)).toMatchObject({ body: 'legível', mediaType: 'extendedTextMessage' });
    const other = await between();
    await take(revokeEvent(where, other.id), other.write({ kind: 'text', text: 'apagada' }));
    expect(await stored(other.id)).toMatchObject({ isDeleted: true, body: '', mediaType: 'ciphertext' });
  });

  it('an edit that was readable earlier survives the late original', async () => {
    const { id, write } = await between();
    await take(editEvent(where, id, 'corrigido', Date.now()), write({ kind: 'text', text: 'corigido' }));
    expect(await stored(id)).toMatchObject({
      body: 'corrigido',
      isEdited: true,
      mediaType: 'extendedTextMessage',
    });
  });

  it('a missed call is a message of its own kind, not a placeholder', async () => {
    const { write } = await between();
    const id = `CALL${++serial}`;
    await take(write({ kind: 'missed-call', video: true }, id));
    expect(await stored(id)).toMatchObject({ mediaType: 'call_log', body: '', dataJson: { video: true } });
  });
});
