import { randomUUID } from 'node:crypto';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { getObject, headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { pendingKey, storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findMessageByProviderId } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { MULTIPART_MAX_BYTES, UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { HTML, oggOpus, PDF, PNG, SVG } from '../factories/files.ts';
import { failedIndexes, mediaEvent, sqsEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { timers } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

let company: TestCompany;
let where: Where;
let token: string;

beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection() };
  token = company.admin.token;
});

const open = async (): Promise<TicketRow> =>
  (await makeConversation(company, where, { status: 'open', userId: company.admin.id, queueId: null }))
    .ticket;

const codeOf = (answer: Answer): [number, unknown] => [
  answer.status,
  z.object({ error: z.string() }).parse(answer.body).error,
];
const createUpload = (file: { fileName: string; mimeType: string; size: number }, as = token) =>
  call(media, { to: 'POST /media/uploads', token: as, body: file });
const formOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return mediaRoutes.createUpload.response.parse(answer.body);
};
const post = (
  form: ReturnType<typeof formOf>,
  bytes: Uint8Array<ArrayBuffer>,
  changes: Record<string, string> = {},
) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...form.fields, ...changes })) data.append(name, value);
  data.append('file', new Blob([bytes]));
  return fetch(form.url, { method: 'POST', body: data }).then(({ status }) => status);
};
/** Uploads as a browser does. Returns the key. */
const upload = async (bytes: Buffer, mimeType: string, fileName = 'arquivo'): Promise<string> => {
  const form = formOf(await createUpload({ fileName, mimeType, size: bytes.byteLength }));
  expect(await post(form, Uint8Array.from(bytes))).toBeLessThan(300);
  return form.key;
};
const send = (ticket: TicketRow, body: object, as = token) =>
  call(messages, { to: `POST /messages/${ticket.id}`, token: as, body });
const sentOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return messageRoutes.send.response.parse(answer.body).messages;
};
const rowsOf = async (ticket: TicketRow) => {
  const { pk } = keys.message({ contactId: ticket.contactId, connectionId: where.connectionId, sortKey: '' });
  return (await company.table.query(Message, { pk, limit: 100, consistent: true })).rows;
};
const commandsTo = async (contactId: number) => {
  const groupId = [company.id, where.connectionId, contactId].join(':');
  const { rows } = await company.table.query(Outbox, {
    pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
    limit: 100,
  });
  return rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
};

describe('S-38: an upload form', () => {
  it('accepts one file of its key, type and size, and nothing else', async () => {
    const form = formOf(
      await createUpload({ fileName: 'foto.png', mimeType: 'image/png', size: PNG.byteLength }),
    );
    expect(form.key).toMatch(new RegExp(`^pending/t/${company.id}/[0-9a-f-]{36}$`));
    const bytes = Uint8Array.from(PNG);
    expect(await post(form, bytes, { key: `t/${company.id}/${randomUUID()}` })).toBe(403);
    expect(await post(form, bytes, { 'Content-Type': 'text/html' })).toBe(403);
    expect(await post(form, bytes, { 'X-Amz-Signature': '0'.repeat(64) })).toBe(403);
    expect(await post(form, Uint8Array.from(Buffer.concat([PNG, PNG])))).toBe(400);
    expect(await headObject(form.key)).toBeUndefined();
    expect(await post(form, bytes)).toBeLessThan(300);
    expect(await headObject(form.key)).toMatchObject({ size: PNG.byteLength });
  });

  it('is refused for a file that would be refused later', async () => {
    const tooLarge = { fileName: 'filme.mp4', mimeType: 'video/mp4', size: UPLOAD_MAX_BYTES + 1 };
    expect(codeOf(await createUpload(tooLarge))).toEqual([413, 'ERR_FILESIZE_OVER_LIMIT']);
    for (const fileName of ['nota.html.', 'nota.ht\u00adml', 'foto\u202egnp.exe'])
      expect(codeOf(await createUpload({ fileName, mimeType: 'text/plain', size: 5 }))).toEqual([
        415,
        'ERR_MEDIA_TYPE',
      ]);
    const svg = { fileName: 'logo.svg', mimeType: 'image/svg+xml', size: 100 };
    expect(codeOf(await createUpload(svg))).toEqual([415, 'ERR_MEDIA_TYPE']);
    expect(codeOf(await createUpload({ fileName: 'x', mimeType: 'image/png', size: 0 }))).toEqual([
      400,
      'ERR_VALIDATION',
    ]);
    expect(codeOf(await createUpload({ fileName: 'x', mimeType: 'image/png\r\nx: y', size: 1 }))).toEqual([
      400,
      'ERR_VALIDATION',
    ]);
  });
});

describe('sending files', () => {
  it("makes one message per file, with the text as caption, typed by the file's bytes", async () => {
    const ticket = await open();
    const mediaKeys = [
      await upload(PNG, 'image/png', 'foto.png'),
      await upload(PDF, 'application/pdf', 'contrato.pdf'),
    ];
    const sent = sentOf(await send(ticket, { body: 'segue', mediaKeys }));
    expect(sent).toMatchObject([
      {
        mediaType: 'image',
        body: 'segue',
        media: { state: 'stored', mimeType: 'image/png', fileName: 'foto.png' },
      },
      { mediaType: 'application', media: { mimeType: 'application/pdf', fileName: 'contrato.pdf' } },
    ]);
    expect(sent[0]?.mediaUrl).toMatch(new RegExp(`^/media/t/${company.id}/`));
    const [first, second] = await commandsTo(ticket.contactId);
    expect(first).toMatchObject({ content: { kind: 'image', caption: 'segue', mimeType: 'image/png' } });
    expect(second).toMatchObject({ content: { kind: 'document', fileName: 'contrato.pdf' } });
    if (first?.type !== 'send' || first.content.kind !== 'image') throw new Error('no image was sent');
    expect(await getObject(first.content.key)).toEqual(new Uint8Array(PNG));
    const link = await call(media, { to: `GET /media/link/${sent[0]?.id}`, token });
    expect(link.body).toMatchObject({ url: expect.stringContaining('/media/t/') });
  });

  it('gives each file its own caption when their numbers match', async () => {
    const ticket = await open();
    const keys = [await upload(PNG, 'image/png'), await upload(PNG, 'image/png')];
    for (const body of [['um'], ['um', 'dois', 'três'], []])
      expect(codeOf(await send(ticket, { body, mediaKeys: keys })), String(body)).toEqual([
        400,
        'ERR_VALIDATION',
      ]);
    expect(codeOf(await send(ticket, { body: ['um'] }))).toEqual([400, 'ERR_VALIDATION']);
    const sent = sentOf(await send(ticket, { body: ['um', 'dois de {{name}}'], mediaKeys: keys }));
    expect(sent.map(({ body }) => body)).toEqual(['um', expect.stringMatching(/^dois de [^{]+$/)]);
    const none = [await upload(PNG, 'image/png')];
    expect(sentOf(await send(ticket, { body: null, mediaKeys: none }))).toMatchObject([{ body: '' }]);
  });

  it('accepts the captions of a form that repeats the field for each file', async () => {
    const ticket = await open();
    const sendForm = (texts: readonly string[], files: number) => {
      const form = new FormData();
      for (let nth = 0; nth < files; nth++) {
        form.append('fromMe', 'true');
        form.append('medias', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), `${nth}.png`);
      }
      for (const text of texts) form.append('body', text);
      return call(messages, { to: `POST /messages/${ticket.id}`, token, form });
    };
    const captions = async (...sent: Parameters<typeof sendForm>) =>
      sentOf(await sendForm(...sent)).map(({ body }) => body);
    expect(await captions(['frente', 'verso', 'frente'], 3)).toEqual(['frente', 'verso', 'frente']);
    expect(await captions(['true', 'true'], 2)).toEqual(['true', 'true']);
    expect(await captions(['as duas'], 2)).toEqual(['as duas', 'as duas']);
    expect(await captions([], 1)).toEqual(['']);
    expect(codeOf(await sendForm(['frente', 'verso'], 3))).toEqual([400, 'ERR_VALIDATION']);
  });

  it('sends a valid recording as a voice note', async () => {
    const ticket = await open();
    const voice = async (bytes: Buffer, mimeType = 'audio/ogg') =>
      send(ticket, { mediaKeys: [await upload(bytes, mimeType)], voice: true });
    expect(sentOf(await voice(oggOpus(12_000)))).toMatchObject([
      { mediaType: 'audio', media: { voice: true } },
    ]);
    expect((await commandsTo(ticket.contactId))[0]).toMatchObject({
      content: { kind: 'audio', voice: true, mimeType: 'audio/ogg; codecs=opus' },
    });
    expect(codeOf(await voice(oggOpus(9_999)))).toEqual([422, 'ERR_MEDIA_EMPTY']);
    expect(codeOf(await voice(PNG, 'image/png'))).toEqual([415, 'ERR_MEDIA_TYPE']);
  });

  it('S-39: refuses wrong types, markup, empty and missing files, and writes nothing', async () => {
    const ticket = await open();
    const before = await rowsOf(ticket);
    const lying: [Buffer, string, string][] = [
      [PDF, 'image/png', 'foto.png'],
      [Buffer.from('just text, no picture'), 'image/jpeg', 'foto.jpg'],
      [SVG, 'application/octet-stream', 'logo'],
      [HTML, 'text/plain', 'nota.txt'],
    ];
    for (const [bytes, mimeType, fileName] of lying) {
      const key = await upload(bytes, mimeType, fileName);
      expect(codeOf(await send(ticket, { mediaKeys: [key] })), mimeType).toEqual([415, 'ERR_MEDIA_TYPE']);
    }
    const { key: never } = formOf(await createUpload({ fileName: 'x', mimeType: 'image/png', size: 10 }));
    expect(codeOf(await send(ticket, { mediaKeys: [never] }))).toEqual([422, 'ERR_MEDIA_MISSING']);
    await putObject(never, new Uint8Array(), 'image/png');
    expect(codeOf(await send(ticket, { mediaKeys: [never] }))).toEqual([422, 'ERR_MEDIA_EMPTY']);
    for (const key of [
      pendingKey(company.id, randomUUID()),
      storedKey(company.id, randomUUID()),
      '../x',
      '',
    ]) {
      expect(codeOf(await send(ticket, { mediaKeys: [key] })), key).toEqual([422, 'ERR_MEDIA_MISSING']);
    }
    expect(await rowsOf(ticket)).toEqual(before);
  });

  it('S-17: accepts an upload of the same company and user, once', async () => {
    const ticket = await open();
    const other = await makeCompany();
    const foreign = formOf(
      await createUpload(
        { fileName: 'x.png', mimeType: 'image/png', size: PNG.byteLength },
        other.admin.token,
      ),
    );
    await post(foreign, Uint8Array.from(PNG));
    expect(codeOf(await send(ticket, { mediaKeys: [foreign.key] }))).toEqual([422, 'ERR_MEDIA_MISSING']);
    const colleague = await company.addUser({ profile: 'admin' });
    const mine = await upload(PNG, 'image/png');
    expect(codeOf(await send(ticket, { mediaKeys: [mine] }, colleague.token))).toEqual([
      422,
      'ERR_MEDIA_MISSING',
    ]);
    const clientId = randomUUID();
    const [first, second] = await Promise.all([
      send(ticket, { mediaKeys: [mine], clientId }),
      send(ticket, { mediaKeys: [mine], clientId }),
    ]);
    expect(sentOf(first)).toEqual(sentOf(second));
    expect(codeOf(await send(ticket, { mediaKeys: [mine] }))).toEqual([422, 'ERR_MEDIA_MISSING']);
  });

  it('accepts small files in the form itself, and names the upload route for large ones', async () => {
    const ticket = await open();
    const form = (text: string) =>
      `--b\r\nContent-Disposition: form-data; name="body"\r\n\r\nsegue a nota\r\n--b\r\n` +
      `Content-Disposition: form-data; name="medias"; filename="nota.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b--\r\n`;
    const postForm = (text: string) =>
      call(messages, {
        to: `POST /messages/${ticket.id}`,
        token,
        body: form(text),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
    expect(sentOf(await postForm('uma nota simples'))).toMatchObject([
      {
        body: 'segue a nota',
        mediaType: 'application',
        media: { mimeType: 'text/plain', fileName: 'nota.txt' },
      },
    ]);
    expect(codeOf(await postForm(''))).toEqual([422, 'ERR_MEDIA_EMPTY']);
    const large = await postForm('x'.repeat(MULTIPART_MAX_BYTES));
    expect(codeOf(large)).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE']);
    expect(large.body).toMatchObject({ details: { use: 'POST /api/media/uploads' } });
  });

  it('forwards a file as a copy', async () => {
    const ticket = await open();
    const target = await makeConversation(company, where, {
      status: 'open',
      userId: company.admin.id,
      queueId: null,
    });
    const [source] = sentOf(await send(ticket, { mediaKeys: [await upload(PNG, 'image/png')] }));
    const body = { messageId: source?.id, contactId: target.contactId };
    expect((await call(messages, { to: 'POST /message/forward', token, body })).status).toBe(200);
    const keysOf = async (contactId: number) =>
      (await commandsTo(contactId)).flatMap((command) =>
        command.type === 'send' && command.content.kind === 'image' ? [command.content.key] : [],
      );
    const [[original], [copy]] = [await keysOf(ticket.contactId), await keysOf(target.contactId)];
    expect(copy).not.toBe(original);
    expect(await getObject(copy ?? '')).toEqual(new Uint8Array(PNG));
  });
});

describe('files of customers', () => {
  /** Receives a customer's message whose file has not arrived yet. */
  const announce = async (declared: string, fileName: string) => {
    const number = `5541${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
    const event = textEvent(where, number, '', {
      content: { kind: 'document', media: { mimeType: declared, fileName, voice: false, source: 'opaque' } },
    });
    await take(event);
    const message = await findMessageByProviderId(
      company.table,
      whatsapp,
      where.connectionId,
      event.providerMessageId,
    );
    if (message === undefined) throw new Error('not stored');
    const [fetch] = await commandsTo(message.contactId);
    if (fetch?.type !== 'fetch-media') throw new Error('nothing was asked for');
    expect(fetch).toMatchObject({
      messageId: message.id,
      key: expect.stringMatching(new RegExp(`^t/${company.id}/`)),
    });
    return { event, message, key: fetch.key };
  };
  const stored = (providerMessageId: string) =>
    findMessageByProviderId(company.table, whatsapp, where.connectionId, providerMessageId);
  /** Stores the file at the requested key and delivers the event twice; the second delivery finds nothing pending. */
  const arrive = async (
    { event, message, key }: Awaited<ReturnType<typeof announce>>,
    declared: string,
    fileName: string,
    bytes: Buffer | undefined,
  ) => {
    if (bytes !== undefined) await putObject(key, bytes, declared, fileName);
    const size = bytes?.byteLength ?? 0;
    const arrived = mediaEvent(where, message.id, { state: 'stored', key, mimeType: declared, size });
    await take(arrived, arrived);
    return { message: await stored(event.providerMessageId), served: await headObject(key) };
  };
  const receive = async (declared: string, fileName: string, bytes: Buffer | undefined) =>
    arrive(await announce(declared, fileName), declared, fileName, bytes);
  const timerOf = (subject: string) =>
    company.table.get(Timer, { kind: 'media-check', subject }, { consistent: true });

  it("S-17: are accepted only under their own company's keys", async () => {
    const theirs = await makeCompany();
    for (const key of [
      storedKey(theirs.id, randomUUID()),
      pendingKey(company.id, randomUUID()),
      `${storedKey(company.id, '')}../${theirs.id}/x`,
    ]) {
      await putObject(key, PNG, 'image/png', 'deles.png');
      const { message } = await arrive(
        { ...(await announce('image/png', 'x.png')), key },
        'image/png',
        '',
        undefined,
      );
      expect(message?.media, key).toMatchObject({ state: 'failed', key: '', reason: 'ERR_MEDIA_MISSING' });
    }
  });

  it('S-37, S-39: a file with a disguised name is stored as a download, under its visible name', async () => {
    const { message, served } = await receive('text/plain', 'nota\u202elmth.ht\u200dml.', Buffer.from('oi'));
    expect(message?.media).toMatchObject({
      state: 'stored',
      fileName: 'notalmth.html',
      mimeType: 'application/octet-stream',
    });
    expect(served).toMatchObject({ mimeType: 'application/octet-stream' });
  });

  it('R29: a file that does not arrive is given up, and still accepted later', async () => {
    const late = await announce('image/png', 'x.png');
    const timer = await timerOf(late.message.id);
    if (timer === undefined) throw new Error('nobody looks after the file');
    expect(Date.parse(timer.dueAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
    const { kind, subject, token: setting } = timer;
    const due = JSON.stringify({ companyId: company.id, kind, subject, token: setting });
    expect(failedIndexes(await timers(sqsEvent([due])))).toEqual([]);
    vi.restoreAllMocks();
    expect((await stored(late.event.providerMessageId))?.media).toMatchObject({
      state: 'failed',
      reason: 'no-answer',
    });
    expect(await timerOf(late.message.id)).toBeUndefined();
    const { message } = await arrive(late, 'image/png', 'x.png', PNG);
    expect(message).toMatchObject({ version: 3, media: { state: 'stored', reason: '' } });
  });

  it('R29: an arrived file has no timer', async () => {
    const { message } = await receive('image/png', 'x.png', PNG);
    expect(message?.media).toMatchObject({ state: 'stored' });
    expect(await timerOf(message?.id ?? '')).toBeUndefined();
  });

  it('S-39, S-43: are served with the type of their bytes, and never as a type that browsers run', async () => {
    const pdf = await receive('application/pdf', '../../nota\u202efiscal.pdf', PDF);
    expect(pdf.message).toMatchObject({
      version: 2,
      media: { state: 'stored', mimeType: 'application/pdf', fileName: '_.._notafiscal.pdf' },
    });
    expect(pdf.served).toMatchObject({ mimeType: 'application/pdf' });
    for (const [bytes, declared] of [
      [SVG, 'image/svg+xml'],
      [HTML, 'image/png'],
      [HTML, 'text/html'],
    ] as const) {
      const hostile = await receive(declared, 'x', bytes);
      expect(hostile.message?.media).toMatchObject({ state: 'stored', mimeType: 'application/octet-stream' });
      expect(hostile.served).toMatchObject({ mimeType: 'application/octet-stream' });
    }
  });

  it('show a reason when they are empty or never arrived', async () => {
    expect((await receive('image/png', 'x.png', Buffer.alloc(0))).message?.media).toMatchObject({
      state: 'failed',
      reason: 'ERR_MEDIA_EMPTY',
    });
    expect((await receive('image/png', 'x.png', undefined)).message?.media).toMatchObject({
      state: 'failed',
      reason: 'ERR_MEDIA_MISSING',
    });
  });
});

describe('a reply that quotes a file', () => {
  /** Receives a picture and a reply to it from the contact. Returns both as the API shows them. */
  const quotedPicture = async (between: (ticket: TicketRow) => Promise<unknown> = async () => undefined) => {
    const { ticket, number } = await makeConversation(company, where, {
      status: 'open',
      userId: company.admin.id,
    });
    const picture = textEvent(where, number, '', {
      content: { kind: 'image', media: { mimeType: 'image/png', voice: false, source: 'opaque' } },
    });
    await take(picture);
    const { providerMessageId } = picture;
    const { connectionId } = where;
    const stored = await findMessageByProviderId(company.table, whatsapp, connectionId, providerMessageId);
    const key = storedKey(company.id, randomUUID());
    await putObject(key, PNG, 'image/png');
    const result = { state: 'stored', key, mimeType: 'image/png', size: PNG.byteLength } as const;
    await take(mediaEvent(where, stored?.id ?? '', result));
    await between(ticket);
    const sentAt = picture.sentAt + 1000;
    await take(
      textEvent(where, number, 'Ainda tem?', { sentAt, quotedProviderMessageId: providerMessageId }),
    );
    const page = await call(messages, { to: `GET /messages/${ticket.uuid}`, token });
    const answer = messageRoutes.list.response.parse(page.body).messages.at(-1);
    if (answer === undefined || stored === undefined) throw new Error('no answer');
    return { ticket, key, answer, pictureId: stored.id };
  };

  it('has a signed link to the file, whichever side replies', async () => {
    const { ticket, key, answer, pictureId } = await quotedPicture();
    expect(answer.quotedMsg).toMatchObject({ mediaType: 'image', mediaUrl: expect.stringContaining(key) });
    const [ours] = sentOf(await send(ticket, { body: 'Tem sim', quotedMsg: pictureId }));
    expect(ours?.quotedMsg?.mediaUrl).toBe(answer.quotedMsg?.mediaUrl);
    const [text] = await rowsOf(ticket);
    const [plain] = sentOf(await send(ticket, { body: 'Oi!', quotedMsg: text?.id }));
    expect(plain?.quotedMsg).toMatchObject({ mediaUrl: null });
  });

  it('S-21: has no link when the file belongs to another queue, because its readers may not see the file', async () => {
    const queueId = await company.addQueue({ name: 'Outra fila' });
    const { answer } = await quotedPicture(async (ticket) => {
      const row = await company.table.get(Ticket, { id: ticket.id }, { consistent: true });
      if (row === undefined) throw new Error('no ticket');
      await commit([company.table.put(Ticket, { ...row, queueId }, row.version)]);
    });
    expect(answer.quotedMsg).toMatchObject({ mediaType: 'image', mediaUrl: null });
  });
});
