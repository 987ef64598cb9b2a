import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import { providerQueue } from '@prosa/shared/resource-names.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { PDF, PNG } from '../factories/files.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const DAY_MS = 24 * 60 * 60 * 1000;
const BUSINESS = '102290129340398';

let company: TestCompany;
let connectionId: number;
let serial = 0;

beforeAll(async () => {
  company = await makeCompany();
  connectionId = await addCloudConnection(company, { accountId: '106540352242922', businessId: BUSINESS });
});

const template = (fields: Partial<MessageTemplate> = {}) =>
  addTemplate(company, { businessId: BUSINESS, id: String(++serial), name: `template_${serial}`, ...fields });

/** Makes a ticket that the administrator attends, whose contact wrote some time ago; null for never. */
const attended = (agoMs: number | null = 2 * DAY_MS): Promise<TicketRow> =>
  makeTicket(
    company.table,
    { connectionId },
    {
      status: 'open',
      userId: company.admin.id,
      channel: 'whatsappapi',
      heardAt: agoMs === null ? null : toInstant(Date.now() - agoMs),
    },
  );
const ask = (to: string, body?: object) => call(messages, { to, token: company.admin.token, body });
const send = ({ id }: TicketRow, { name, language }: MessageTemplate, fields: object = {}) =>
  ask(`POST /messages/template/${id}`, { name, language, values: { body: { '1': 'Maria' } }, ...fields });
const sent = async (...asked: Parameters<typeof send>) => {
  const answer = await send(...asked);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [message] = messageRoutes.send.response.parse(answer.body).messages;
  if (message === undefined) throw new Error('nothing was sent');
  return message;
};
const contentsTo = async ({ contactId }: TicketRow) => {
  const groupId = [company.id, connectionId, contactId].join(':');
  const { pk } = keys.outbox({ queue: providerQueue('prompt'), groupId, id: '' });
  const { rows } = await company.table.query(Outbox, { pk, limit: 100, consistent: true });
  return rows
    .map(({ body }) => channelCommandSchema.parse(JSON.parse(body)))
    .flatMap((command) => (command.type === 'send' ? [command.content] : []));
};

const upload = async (bytes: Buffer, mimeType: string): Promise<string> => {
  const body = { fileName: 'arquivo', mimeType, size: bytes.byteLength };
  const answer = await call(media, { to: 'POST /media/uploads', token: company.admin.token, body });
  const { url, fields, key } = mediaRoutes.createUpload.response.parse(answer.body);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBeLessThan(300);
  return key;
};

describe('a message of a template', () => {
  it.each([
    ['after the reply window has closed', 2 * DAY_MS],
    ['to a contact who never wrote', null],
  ])('is sent %s, while a text is refused', async (_when, agoMs) => {
    const ticket = await attended(agoMs);
    expect(await ask(`POST /messages/${ticket.id}`, { body: 'Bom dia' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_REPLY_WINDOW_CLOSED' },
    });
    const message = await sent(ticket, await template());
    expect(message).toMatchObject({ sendState: 'pending', mediaType: 'interactiveMessage' });
    expect(await contentsTo(ticket)).toHaveLength(1);
  });

  it('is stored as the contact reads it, and sent with the values of its variables', async () => {
    const ticket = await attended();
    const chosen = await template({
      header: { kind: 'text', text: 'Pedido {{1}}' },
      footer: 'Loja Sol',
      buttons: [{ kind: 'url', text: 'Rastrear', url: 'https://loja.example/{{1}}' }],
    });
    const values = { header: '12', body: { '1': 'Maria' }, buttons: { '0': 'p12' } };
    expect(await sent(ticket, chosen, { values })).toMatchObject({
      body: '*Pedido 12*\nOi, Maria! Seu pedido saiu.\nLoja Sol',
      dataJson: {
        kind: 'template',
        header: 'Pedido 12',
        text: 'Oi, Maria! Seu pedido saiu.',
        footer: 'Loja Sol',
        buttons: [{ kind: 'url', text: 'Rastrear', value: 'https://loja.example/p12' }],
      },
    });
    expect(await contentsTo(ticket)).toMatchObject([
      {
        kind: 'template',
        name: chosen.name,
        language: 'pt_BR',
        headerValue: '12',
        parameters: [{ name: '', value: 'Maria' }],
        buttonValues: [{ index: 0, kind: 'url', value: 'p12' }],
      },
    ]);
  });

  it('shows the file of its header, which must be of the kind of the header', async () => {
    const ticket = await attended();
    const chosen = await template({ header: { kind: 'image' } });
    const unfit = {
      status: 422,
      body: { error: 'ERR_TEMPLATE_VALUES', details: { missing: ['mediaKey'] } },
    };
    expect(await send(ticket, chosen)).toMatchObject(unfit);
    expect(await send(ticket, chosen, { mediaKey: await upload(PDF, 'application/pdf') })).toMatchObject(
      unfit,
    );
    expect(await send(ticket, await template(), { mediaKey: await upload(PNG, 'image/png') })).toMatchObject(
      unfit,
    );
    const message = await sent(ticket, chosen, { mediaKey: await upload(PNG, 'image/png') });
    expect(message).toMatchObject({ mediaUrl: expect.any(String), media: { mimeType: 'image/png' } });
    expect(await contentsTo(ticket)).toMatchObject([
      { kind: 'template', file: { kind: 'image', mimeType: 'image/png' } },
    ]);
  });

  it.each([
    ['an unknown template', { name: 'none' }, 404, 'ERR_NO_TEMPLATE_FOUND'],
    ['a template in another language', { language: 'en_US' }, 404, 'ERR_NO_TEMPLATE_FOUND'],
    ['a template without a value', { values: {} }, 422, 'ERR_TEMPLATE_VALUES'],
  ])('of %s is refused, and nothing is stored', async (_what, fields, status, error) => {
    const ticket = await attended();
    expect(await send(ticket, await template(), fields)).toMatchObject({ status, body: { error } });
    expect(await contentsTo(ticket)).toEqual([]);
  });

  it.each([
    ['under review', { status: 'PENDING' }],
    ['paused', { status: 'PAUSED' }],
    ['with parts that we do not know', { isSendable: false }],
  ] as const)('of a template %s is refused', async (_what, fields) => {
    expect(await send(await attended(), await template(fields))).toMatchObject({
      status: 409,
      body: { error: 'ERR_TEMPLATE_STATE' },
    });
  });

  it('of a template for marketing is refused to a contact who stopped such messages, other templates are not', async () => {
    const marketingStoppedAt = '2026-11-20T10:00:00.000Z';
    const contact = await makeContact(company.table, { marketingStoppedAt });
    const ticket = await makeTicket(
      company.table,
      { contact, connectionId },
      { status: 'open', userId: company.admin.id, channel: 'whatsappapi' },
    );
    expect(await send(ticket, await template({ category: 'MARKETING' }))).toMatchObject({
      status: 409,
      body: { error: 'ERR_MARKETING_STOPPED', details: { stoppedAt: marketingStoppedAt } },
    });
    expect(await contentsTo(ticket)).toEqual([]);
    await sent(ticket, await template({ category: 'UTILITY' }));
    await sent(await attended(), await template({ category: 'MARKETING' }));
  });

  it('of a template that only another company has is refused', async () => {
    const other = await makeCompany();
    const theirs = await addTemplate(other, { businessId: BUSINESS, name: 'theirs' });
    expect(await send(await attended(), theirs)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TEMPLATE_FOUND' },
    });
  });

  it('that failed is sent again with the same values, although the window is closed', async () => {
    const ticket = await attended();
    const { id } = await sent(ticket, await template());
    const message = await loadMessage(company.table, id);
    if (message === undefined) throw new Error('no message');
    const failed = { ...message, sendState: 'failed', sendError: 'rate-limited' } as const;
    await commit([company.table.put(Message, failed, message.version)]);
    expect(await ask(`POST /messages/resend/${id}`)).toMatchObject({ status: 200 });
    const [first, second] = await contentsTo(ticket);
    expect(second).toEqual(first);
  });

  it('with the id of an earlier request is not sent twice', async () => {
    const ticket = await attended();
    const chosen = await template();
    const clientId = '0193f0e2-6e4a-4c1b-8f8a-0000000000aa';
    const first = await sent(ticket, chosen, { clientId });
    expect((await sent(ticket, chosen, { clientId })).id).toBe(first.id);
    expect(await contentsTo(ticket)).toHaveLength(1);
  });
});
