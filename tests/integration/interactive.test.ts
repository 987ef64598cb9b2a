import { randomUUID } from 'node:crypto';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { InteractiveContent } from '@prosa/shared/messaging/rich-content.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { PDF, PNG } from '../factories/files.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { codeOf, onlyOf, openDesk, pageOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});

const LIST = {
  title: 'Setores',
  text: 'Com quem quer falar, {{firstName}}?',
  buttonText: 'Escolher',
  sections: [
    { title: 'Venda', rows: [{ title: 'Balcão', description: 'até 18h', rowId: 'b' }, { title: 'Site' }] },
    { rows: [{ title: 'Financeiro' }] },
  ],
};
const PIX = {
  title: 'Pedido 12',
  sendvalue: 123_456,
  sendkey_type: 'PHONE',
  sendmerchant_name: 'Loja Sol',
  sendKey: '(11) 98765-4321',
};
/** The smallest valid body of each kind, by path. */
const BODIES = {
  lista: { title: 'Setores', sections: [{ rows: [{ title: 'Vendas' }] }] },
  copy: { copyText: 'SOL10' },
  call: { copyText: '+55 (11) 3333-4444' },
  URL: { copyText: 'https://loja.example/12' },
  PIX,
} as const;
const KINDS = ['lista', 'copy', 'call', 'URL', 'PIX'] as const;
type Kind = (typeof KINDS)[number];

const send = (ticketId: number | string, kind: Kind, body: object, token = desk.ana.token): Promise<Answer> =>
  call(messages, { to: `POST /messages/${kind}/${ticketId}`, token, body });

const upload = async (bytes: Buffer, mimeType: string): Promise<string> => {
  const body = { fileName: 'arquivo', mimeType, size: bytes.byteLength };
  const answer = await call(media, { to: 'POST /media/uploads', token: desk.ana.token, body });
  const { url, fields, key } = mediaRoutes.createUpload.response.parse(answer.body);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]));
  expect((await fetch(url, { method: 'POST', body: form })).status).toBeLessThan(300);
  return key;
};

describe('interactive messages', () => {
  it('a menu is stored as a menu, and sent as text over a channel without menus', async () => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await send(ticket.id, 'lista', LIST));
    expect(message).toMatchObject({
      mediaType: 'listMessage',
      sendState: 'pending',
      fromMe: true,
      user: { id: desk.ana.id },
      dataJson: {
        kind: 'list',
        text: 'Com quem quer falar, Name?',
        button: 'Escolher',
        sections: [
          { title: 'Venda', rows: [{ id: 'b' }, { id: '2', title: 'Site', description: '' }] },
          { title: '', rows: [{ id: '3', title: 'Financeiro' }] },
        ],
      },
    });
    const text =
      '*Setores*\nCom quem quer falar, Name?\n*Venda*\n[ 1 ] Balcão\naté 18h\n[ 2 ] Site\n[ 3 ] Financeiro';
    expect(message.body).toBe(text);
    expect(await desk.commandsTo(ticket)).toMatchObject([
      { type: 'send', messageId: message.id, content: { kind: 'text', text } },
    ]);
    expect(await desk.current(ticket)).toMatchObject({ fromMe: true, unreadMessages: 0 });
  });

  it.each([
    ['copy', 'Copie o código:\nCopiar código\nSOL10', { action: 'copy', code: 'SOL10' }],
    ['call', 'Fale com a gente por telefone:\nMe ligue\n+551133334444', { number: '+551133334444' }],
    ['URL', 'Acesse pelo link:\nAbrir link\nhttps://loja.example/12', { url: 'https://loja.example/12' }],
  ] as const)('%s uses default texts when empty', async (kind, text, button) => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await send(ticket.id, kind, BODIES[kind]));
    expect(message).toMatchObject({
      mediaType: 'interactiveMessage',
      body: text,
      dataJson: { kind: 'buttons', buttons: [button] },
    });
    expect(await desk.commandsTo(ticket)).toMatchObject([{ content: { kind: 'text', text } }]);
    const said = { ...BODIES[kind], title: 'Oi', description: 'Para {{firstName}}', buttonText: 'Aqui' };
    expect(onlyOf(await send(ticket.id, kind, said)).body).toMatch(/^\*Oi\*\nPara Name\nAqui\n/);
  });

  it('a payment is requested in reais, with a valid Pix key', async () => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await send(ticket.id, 'PIX', PIX));
    expect(message).toMatchObject({
      mediaType: 'interactiveMessage',
      dataJson: { kind: 'pix', amountCents: 123_456, keyType: 'PHONE', pixKey: '+5511987654321' },
    });
    expect(message.body).toBe('*Pedido 12*\nLoja Sol\nR$ 1.234,56\nPix: +5511987654321');
    const key = (sendkey_type: string, sendKey: string) => ({ ...PIX, sendkey_type, sendKey });
    for (const body of [
      key('CNPJ', '11.222.333/0001-81'),
      key('CPF', '529.982.247-25'),
      key('EMAIL', 'caixa@loja.example'),
      key('EVP', '123e4567-e89b-12d3-a456-426655440000'),
      { ...PIX, sendvalue: '123456' },
    ])
      expect((await send(ticket.id, 'PIX', body)).status, JSON.stringify(body)).toBe(200);
    for (const body of [
      key('CPF', '529.982.247-26'),
      key('EVP', 'caixa'),
      key('CARD', '1'),
      { ...PIX, sendvalue: 0 },
      { ...PIX, sendvalue: 1.5 },
      { ...PIX, sendvalue: '1,50' },
      { ...PIX, sendmerchant_name: ' ' },
    ])
      expect(codeOf(await send(ticket.id, 'PIX', body)), JSON.stringify(body)).toEqual([
        400,
        'ERR_VALIDATION',
      ]);
  });

  it("a picture goes above the buttons, and must be the sender's own upload and a picture", async () => {
    const { ticket } = await desk.openConversation();
    const image = await upload(PNG, 'image/png');
    const clientId = randomUUID();
    const body = { ...BODIES.URL, image, clientId };
    const message = onlyOf(await send(ticket.id, 'URL', body));
    expect(message).toMatchObject({
      mediaType: 'interactiveMessage',
      media: { state: 'stored', mimeType: 'image/png' },
      mediaUrl: expect.any(String),
    });
    expect(onlyOf(await send(ticket.id, 'URL', body)).id).toBe(message.id);
    expect(await desk.commandsTo(ticket)).toMatchObject([
      { content: { kind: 'image', mimeType: 'image/png', caption: message.body } },
    ]);
    expect(codeOf(await send(ticket.id, 'copy', { ...BODIES.copy, image }))[1]).toBe('ERR_MEDIA_MISSING');
    const document = await upload(PDF, 'application/pdf');
    expect(codeOf(await send(ticket.id, 'copy', { ...BODIES.copy, image: document }))[1]).toBe(
      'ERR_MEDIA_TYPE',
    );
    const others = await upload(PNG, 'image/png');
    expect(
      codeOf(await send(ticket.id, 'copy', { ...BODIES.copy, image: others }, desk.bruno.token))[0],
    ).toBe(404);
  });
});

describe.each(KINDS)('%s', (kind) => {
  it('R25: parallel requests with one client id make one message, and another content under it is refused', async () => {
    const { ticket } = await desk.openConversation();
    const clientId = randomUUID();
    const body = { ...BODIES[kind], clientId };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(ticket.id, kind, body)));
    expect(new Set(answers.map((answer) => onlyOf(answer).id)).size).toBe(1);
    expect(await desk.commandsTo(ticket)).toHaveLength(1);
    expect(codeOf(await send(ticket.id, kind, { ...body, title: 'outro' }))[1]).toBe(
      'ERR_IDEMPOTENCY_MISMATCH',
    );
    const other = kind === 'copy' ? 'call' : 'copy';
    expect(codeOf(await send(ticket.id, other, { ...BODIES[other], clientId }))[1]).toBe(
      'ERR_IDEMPOTENCY_MISMATCH',
    );
    await desk.change(ticket, { status: 'closed' });
    expect((await send(ticket.id, kind, body)).status).toBe(200);
  });

  it('is refused on hidden tickets, and on tickets without attendant', async () => {
    const { ticket } = await desk.openConversation();
    const body = BODIES[kind];
    const other = await makeCompany();
    const outsider = await desk.company.addUser({ queueIds: [] });
    for (const token of [other.admin.token, outsider.token])
      expect(codeOf(await send(ticket.id, kind, body, token))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    await desk.change(ticket, { status: 'pending', userId: null });
    expect(codeOf(await send(ticket.id, kind, body))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    expect(await desk.commandsTo(ticket)).toEqual([]);
  });

  it('requires a numeric ticket id', async () => {
    for (const id of ['abc', '0', '1.5', '-1']) {
      const answer = await send(id, kind, BODIES[kind]);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: [{ path: 'params.ticketId' }] },
      });
    }
  });
});

it('S-29: only web addresses, phone numbers and well-formed lists are sent', async () => {
  const { ticket } = await desk.openConversation();
  for (const copyText of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)//https://loja.example',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://loja.example',
    'mailto:a@loja.example',
    'loja.example',
    'https://',
    '',
  ])
    expect(codeOf(await send(ticket.id, 'URL', { copyText })), copyText).toEqual([400, 'ERR_VALIDATION']);
  for (const copyText of ['', '12', 'ligue', '+55 11 3333-4444 ramal 5'])
    expect(codeOf(await send(ticket.id, 'call', { copyText })), copyText).toEqual([400, 'ERR_VALIDATION']);
  const rows = Array.from({ length: 101 }, (_none, n) => ({ title: `Linha ${n}` }));
  for (const body of [
    { ...BODIES.lista, title: '  ' },
    { ...BODIES.lista, sections: [] },
    { ...BODIES.lista, sections: [{ rows: [] }] },
    { ...BODIES.lista, sections: [{ rows }] },
    { ...BODIES.lista, sections: [{ rows: rows.slice(0, 60) }, { rows: rows.slice(0, 60) }] },
  ])
    expect(codeOf(await send(ticket.id, 'lista', body))).toEqual([400, 'ERR_VALIDATION']);
  expect(await desk.commandsTo(ticket)).toEqual([]);
});

describe('location messages', () => {
  const place = {
    latitude: -23.55052,
    longitude: -46.633308,
    name: 'Loja Centro',
    address: 'Rua Direita, 1',
  };

  it('a location is sent once as a location, and may quote a message', async () => {
    const { ticket } = await desk.openConversation();
    const [theirs] = await desk.messageRows(ticket);
    const body = { location: place, quotedMsg: theirs?.id, clientId: randomUUID() };
    const message = onlyOf(await desk.send(ticket, body));
    expect(onlyOf(await desk.send(ticket, body)).id).toBe(message.id);
    expect(message).toMatchObject({
      mediaType: 'locationMessage',
      dataJson: { kind: 'location', ...place },
      quotedMsg: { id: theirs?.id },
    });
    expect(await desk.commandsTo(ticket)).toMatchObject([{ content: { kind: 'location', ...place } }]);
  });

  it('a location needs valid coordinates and no other content', async () => {
    const { ticket } = await desk.openConversation();
    for (const body of [
      { location: { ...place, latitude: 91 } },
      { location: { ...place, longitude: -181 } },
      { location: { latitude: 'x', longitude: 1 } },
      { location: place, isPrivate: true },
      { location: place, vCard: { contactId: ticket.contactId } },
    ])
      expect(codeOf(await desk.send(ticket, body)), JSON.stringify(body)).toEqual([400, 'ERR_VALIDATION']);
    expect(await desk.commandsTo(ticket)).toEqual([]);
  });
});

it('shows a received interactive message, and forwards it as text', async () => {
  const { ticket, number } = await desk.openConversation();
  const content: InteractiveContent = {
    kind: 'buttons',
    title: 'Promoção',
    text: 'Só hoje',
    footer: '',
    buttons: [
      { action: 'url', title: 'Ver', url: 'https://loja.example' },
      { action: 'copy', title: 'Copiar', code: 'SOL10' },
    ],
  };
  const event: InboundEventOf<'message'> = {
    ...textEvent(desk.where, number, ''),
    content: { kind: 'interactive', content },
  };
  expect(failedIndexes(await inbound(sqsEvent([event])))).toEqual([]);
  const message = pageOf(await desk.list(ticket)).messages.at(-1);
  expect(message).toMatchObject({
    mediaType: 'interactiveMessage',
    fromMe: false,
    body: '*Promoção*\nSó hoje\nVer\nhttps://loja.example\nCopiar\nSOL10',
    dataJson: content,
  });
  const other = await desk.openConversation();
  const forwarded = await call(messages, {
    to: 'POST /message/forward',
    token: desk.ana.token,
    body: { messageId: message?.id, contactId: other.contactId, signMessage: true },
  });
  expect(forwarded.status, JSON.stringify(forwarded.body)).toBe(200);
  expect(await desk.commandsTo(other.ticket)).toMatchObject([
    { content: { kind: 'text', text: message?.body } },
  ]);
});
