import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as fileLists } from '@prosa/functions/http/file-lists/handler.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { getObject, headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadFileList } from '@prosa/functions/repositories/organisation/file-lists.ts';
import { loadQueue } from '@prosa/functions/repositories/organisation/queues.ts';
import { type FileListView, fileListRoutes, fileListViewSchema } from '@prosa/shared/contracts/file-lists.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { FILE_LISTS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { HTML, oggOpus, PDF, PNG } from '../factories/files.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { answerCustomer, settlePrompt } from '../support/answer-customer.ts';
import { inbound } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const MB = 1024 * 1024;
let company: TestCompany;
beforeAll(async () => {
  company = await makeCompany();
});
afterEach(() => vi.restoreAllMocks());

const send = (to: string, body?: unknown, user: TestUser = company.admin) =>
  call(fileLists, { to, token: user.token, body });
const create = async (body: object = {}, user = company.admin): Promise<FileListView> => {
  const answer = await send('POST /files', { name: 'Catálogo', message: 'Aqui está', ...body }, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return fileListViewSchema.parse(answer.body);
};
interface Part {
  id?: string;
  name?: string;
  bytes: Uint8Array;
  type: string;
  fileName: string;
}
const pdf = (fields: Partial<Part> = {}): Part => ({
  bytes: PDF,
  type: 'application/pdf',
  fileName: 'precos.pdf',
  ...fields,
});
const png = (fields: Partial<Part> = {}): Part => ({
  bytes: PNG,
  type: 'image/png',
  fileName: 'vitrine.png',
  ...fields,
});
/** Fills the form as the product's older clients do: each field repeated for every file. */
const upload = (listId: number, parts: readonly Part[], fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ fileId: String(listId), typeArch: 'fileList', ...fields }))
    form.append(name, value);
  for (const { bytes, type, fileName, id = 'undefined', name = '' } of parts) {
    form.append('files', new Blob([Uint8Array.from(bytes)], { type }), fileName);
    form.append('mediaType', type);
    form.append('name', name);
    form.append('id', id);
  }
  return call(fileLists, { to: `POST /files/uploadList/${listId}`, token: company.admin.token, form });
};
const keysOf = async (id: number): Promise<(string | null)[]> =>
  ((await loadFileList(company.table, id))?.options ?? []).map((option) => option.media?.key ?? null);
const problemsOf = ({ status, body }: { status: number; body: unknown }) => [status, JSON.stringify(body)];

/** Fires the timer of a file at its due time. */
const fireRemoval = async (key: string): Promise<void> => {
  const timer = await company.table.get(Timer, { kind: 'file-removal', subject: key }, { consistent: true });
  if (timer === undefined) throw new Error('nothing removes the file');
  const { kind, subject, token } = timer;
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
  expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
  vi.restoreAllMocks();
};

describe('file lists', () => {
  it('are created, read, changed and deleted; options keep their order', async () => {
    const made = await create({ options: [{ name: 'Preços' }, { name: 'Vitrine' }] });
    expect(made).toMatchObject({
      name: 'Catálogo',
      message: 'Aqui está',
      userId: company.admin.id,
      companyId: company.id,
      options: [
        { name: 'Preços', path: null, mediaType: null },
        { name: 'Vitrine', path: null },
      ],
      version: 1,
    });
    expect((await send(`GET /files/${made.id}`)).body).toEqual(made);
    const [first, second] = made.options;
    const changed = await send(`PUT /files/${made.id}`, {
      ...made,
      name: 'Outra',
      options: [{ name: 'Nova' }, second, first],
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Outra', options: [{ name: 'Nova' }, { id: second?.id }, { id: first?.id }], version: 2 },
    });
    expect((await send(`DELETE /files/${made.id}`)).status).toBe(200);
    for (const to of ['GET', 'DELETE', 'PUT'])
      expect(await send(`${to} /files/${made.id}`, to === 'PUT' ? made : undefined)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_FILE_LIST_FOUND' },
      });
  });

  it('are listed by name, page by page, and found by name and message', async () => {
    const own = await makeCompany();
    const count = FILE_LISTS_PER_PAGE + 3;
    for (let nth = 0; nth < count; nth++)
      await create({ name: `Lista ${String(nth).padStart(2, '0')}`, message: `texto ${nth}` }, own.admin);
    await create({ name: 'Ágil', message: 'Tabela de Preços' }, own.admin);
    const page = async (query: string) => {
      const answer = await send(`GET /files/${query}`, undefined, own.admin);
      return fileListRoutes.list.response.parse(answer.body);
    };
    const first = await page('');
    expect(first).toMatchObject({ count: FILE_LISTS_PER_PAGE, hasMore: true });
    expect(first.files.slice(0, 2).map(({ name }) => name)).toEqual(['Ágil', 'Lista 00']);
    const second = await page(`?cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second).toMatchObject({ count: 4, hasMore: false, cursor: null });
    expect((await page('?pageNumber=2')).files).toEqual(second.files);
    for (const words of ['agil', 'PRECOS'])
      expect((await page(`?searchParam=${words}`)).files.map(({ name }) => name)).toEqual(['Ágil']);
    const { body } = await send('GET /files/list', undefined, own.admin);
    expect(fileListRoutes.listBrief.response.parse(body)).toHaveLength(count + 1);
  });

  it.each([
    [{ name: 'ab' }, 'body.name'],
    [{ name: '  a  ' }, 'body.name'],
    [{ name: 'x'.repeat(101) }, 'body.name'],
    [{ message: '' }, 'body.message'],
    [{ message: '   ' }, 'body.message'],
    [{ message: 'x'.repeat(4097) }, 'body.message'],
    [{ options: [{ name: '' }] }, 'body.options.0.name'],
    [{ options: Array.from({ length: 21 }, () => ({ name: 'a' })) }, 'body.options'],
  ])('S-36: with invalid fields are refused: %o', async (fields, path) => {
    const [status, text] = problemsOf(await send('POST /files', { name: 'Lista', message: 'Oi', ...fields }));
    expect(status).toBe(400);
    expect(text).toContain(path);
  });

  it('S-15: only administrators read and change them', async () => {
    const { id } = await create();
    const user = await company.addUser();
    for (const to of ['GET /files', 'GET /files/list', `GET /files/${id}`, `DELETE /files/${id}`])
      expect((await send(to, undefined, user)).status).toBe(403);
    const body = { name: 'Lista', message: 'Oi' };
    for (const to of ['POST /files', `PUT /files/${id}`])
      expect((await send(to, body, user)).status).toBe(403);
    expect((await send(`GET /files/${id}`)).status).toBe(200);
  });

  it('S-17: of another company are neither found nor changed, and not sent by a queue', async () => {
    const other = await makeCompany();
    let foreign = await create({ options: [{ name: 'Preços' }] });
    // A number that the other company does not have.
    while (foreign.id < 5) foreign = await create({ options: [{ name: 'Preços' }] });
    const { id } = foreign;
    for (const to of [`GET /files/${id}`, `DELETE /files/${id}`])
      expect((await send(to, undefined, other.admin)).status).toBe(404);
    expect((await send(`PUT /files/${id}`, { name: 'Minha', message: 'Oi' }, other.admin)).status).toBe(404);
    const queue = { name: 'Vendas', color: '#0a0b0c', fileListId: id };
    const answer = await call(queues, { to: 'POST /queue', token: other.admin.token, body: queue });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('body.fileListId');
    expect((await send(`GET /files/${id}`)).body).toMatchObject({ name: 'Catálogo', version: 1 });
  });
});

describe('the files of a list', () => {
  it('are set by a form like that of older clients: by the option’s id, or by its name', async () => {
    const { id, options } = await create({ options: [{ name: 'Preços' }, { name: 'Vitrine' }] });
    const [, shop] = options;
    const answer = await upload(id, [png({ id: shop?.id ?? '' }), pdf({ name: 'Preços' })]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const view = fileListViewSchema.parse(answer.body);
    expect(view.options).toMatchObject([
      { name: 'Preços', mediaType: 'application/pdf', fileName: 'precos.pdf', size: PDF.byteLength },
      { name: 'Vitrine', mediaType: 'image/png', fileName: 'vitrine.png' },
    ]);
    const [pricesKey] = await keysOf(id);
    expect(view.options[0]?.path).toMatch(`/media/${pricesKey}?`);
    expect(Buffer.from((await getObject(pricesKey ?? '')) ?? [])).toEqual(PDF);
  });

  it('S-44: are removed with their option, their successor and their list', async () => {
    const { id, options } = await create({ options: [{ name: 'A1' }, { name: 'B2' }] });
    const [a, b] = options;
    await upload(id, [pdf({ id: a?.id ?? '' }), pdf({ id: b?.id ?? '' })]);
    const [first, second] = await keysOf(id);
    // Another file in its place.
    expect((await upload(id, [png({ id: a?.id ?? '' })])).status).toBe(200);
    await fireRemoval(first ?? '');
    expect(await headObject(first ?? '')).toBeUndefined();
    const [third] = await keysOf(id);
    // An option that a change does not name.
    await send(`PUT /files/${id}`, { name: 'Catálogo', message: 'Oi', options: [a] });
    await fireRemoval(second ?? '');
    expect(await headObject(second ?? '')).toBeUndefined();
    expect(await headObject(third ?? '')).toBeDefined();
    expect((await send(`DELETE /files/${id}`)).status).toBe(200);
    await fireRemoval(third ?? '');
    expect(await headObject(third ?? '')).toBeUndefined();
  });

  it('may use a prior upload, once', async () => {
    const { id, options } = await create({ options: [{ name: 'Grande' }] });
    const { key: mediaKey } = mediaRoutes.createUpload.response.parse(
      (
        await call(media, {
          to: 'POST /media/uploads',
          token: company.admin.token,
          body: { fileName: 'catalogo.pdf', mimeType: 'application/pdf', size: PDF.byteLength },
        })
      ).body,
    );
    await putObject(mediaKey, PDF, 'application/pdf');
    const body = { id: [options[0]?.id], mediaKey };
    const use = () => send(`POST /files/uploadList/${id}`, body);
    expect(await use()).toMatchObject({ status: 200, body: { options: [{ fileName: 'catalogo.pdf' }] } });
    expect((await use()).status).toBe(422);
  });

  it('S-39 S-41: are refused by type and size, and nothing of the form is stored', async () => {
    const { id, options } = await create({ options: [{ name: 'Um' }, { name: 'Dois' }] });
    const [one, two] = options.map((option) => option.id);
    const padded = (head: Uint8Array, size: number) => Buffer.concat([head], size);
    const mp4 = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mp42`, 'latin1');
    const file = (bytes: Uint8Array, type: string, fileName: string) => ({
      bytes,
      type,
      fileName,
      id: one ?? '',
    });
    for (const [part, status] of [
      [file(padded(PNG, 2 * MB + 1), 'image/png', 'a.png'), 413],
      [file(mp4('qt  '), 'video/quicktime', 'a.mov'), 415],
      [file(HTML, 'text/html', 'a.html'), 415],
      [file(HTML, 'image/png', 'a.png'), 415],
      [file(new Uint8Array(), 'application/pdf', 'a.pdf'), 422],
      [{ ...pdf(), id: 'unknown' }, 400],
    ] as const)
      expect((await upload(id, [pdf({ id: two ?? '' }), part])).status, part.fileName).toBe(status);
    expect((await upload(id, [])).status).toBe(400);
    expect((await upload(id, [pdf({ id: one ?? '' })], { fileId: String(id + 1) })).status).toBe(400);
    expect((await upload(id, [pdf({ id: one ?? '' })], { typeArch: 'anything' })).status).toBe(400);
    expect(await keysOf(id)).toEqual([null, null]);
    // At the limit, and of the types that are allowed.
    for (const part of [
      file(padded(PNG, 2 * MB), 'image/png', 'a.png'),
      file(mp4('isom'), 'video/mp4', 'a.mp4'),
      file(oggOpus(20_000), 'audio/ogg', 'a.ogg'),
    ])
      expect((await upload(id, [part])).status, part.fileName).toBe(200);
  });

  it('S-41: an upload beyond the limit is refused after its size is read, and not kept', async () => {
    const { id, options } = await create({ options: [{ name: 'Som' }] });
    const body = { fileName: 'a.ogg', mimeType: 'audio/ogg', size: 6 * MB };
    const made = await call(media, { to: 'POST /media/uploads', token: company.admin.token, body });
    const { key: mediaKey } = mediaRoutes.createUpload.response.parse(made.body);
    await putObject(mediaKey, oggOpus(6 * MB), 'audio/ogg');
    const answer = await send(`POST /files/uploadList/${id}`, { id: [options[0]?.id], mediaKey });
    expect(answer).toMatchObject({ status: 413, body: { details: { maxBytes: 5 * MB } } });
    expect(await headObject(mediaKey.replace('pending/', ''))).toBeUndefined();
    expect(await keysOf(id)).toEqual([null]);
  });
});

describe('a queue with a file list', () => {
  let shop: TestCompany;
  let where: { companyId: number; connectionId: number };
  let listId: number;
  let sales: number;
  let serial = 0;
  const take = async (number: string, text: string) => {
    const sentAt = Date.now();
    const event = textEvent(where, number, text, { sentAt, receivedAt: sentAt });
    expect(failedIndexes(await inbound(sqsEvent([event])))).toEqual([]);
  };
  const says = async (number: string, text: string) => {
    await settlePrompt(shop.table, where, number);
    await take(number, text);
    await answerCustomer(shop.table, where, number);
  };
  const freshNumber = () => `5511944450${String(++serial).padStart(3, '0')}`;
  const sentTo = async (number: string) => {
    const { contact } = await findContactByIdentities(shop.table, [{ kind: 'phone', value: number }]);
    const { pk } = keys.message({
      contactId: contact?.id ?? 0,
      connectionId: where.connectionId,
      sortKey: '',
    });
    const { rows } = await shop.table.query(Message, { pk, limit: 50, consistent: true });
    return rows.filter(({ fromMe }) => fromMe);
  };

  beforeAll(async () => {
    shop = await makeCompany();
    company = shop;
    const list = await create({
      message: 'Nossos produtos, {{firstName}}:',
      options: [{ name: 'Preços' }, { name: 'Vitrine' }],
    });
    listId = list.id;
    const [prices, window] = list.options;
    await upload(listId, [pdf({ id: prices?.id ?? '' }), png({ id: window?.id ?? '' })]);
    sales = await shop.addQueue({ name: 'Vendas', orderQueue: 1, greetingMessage: 'Vendas, bom dia' });
    const support = await shop.addQueue({ name: 'Suporte', orderQueue: 2, greetingMessage: 'Diga' });
    const save = async (id: number, name: string, color: string, fields: object) => {
      const body = { name, color, greetingMessage: `${name}, bom dia`, ...fields };
      const answer = await call(queues, { to: `PUT /queue/${id}`, token: shop.admin.token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    await save(sales, 'Vendas', '#0a0b0c', { fileListId: listId });
    const sending = { name: 'Catálogo', greetingMessage: 'Já vai', queueType: 'file', optFileId: listId };
    await save(support, 'Suporte', '#0a0b0d', { chatbots: [sending, { name: 'Falar conosco' }] });
    const connectionId = await shop.addConnection({
      isDefault: true,
      queueIds: [sales, support],
      greetingMessage: 'Olá! Escolha:',
    });
    where = { companyId: shop.id, connectionId };
  });

  it('sends it to a customer who chooses the queue: text, then files with captions, each with a copy of its own', async () => {
    const number = freshNumber();
    await says(number, 'oi');
    await says(number, '1');
    const sent = await sentTo(number);
    expect(sent.map(({ saidBy, body }) => [saidBy, body]).slice(1)).toEqual([
      ['queue-greeting', 'Vendas, bom dia'],
      ['file-list', expect.stringMatching(/^Nossos produtos, /)],
      ['file-list', 'Preços'],
      ['file-list', 'Vitrine'],
    ]);
    const files = sent.flatMap(({ media: file }) => (file === null ? [] : [file]));
    expect(files).toMatchObject([
      { fileName: 'precos.pdf', mimeType: 'application/pdf' },
      { fileName: 'vitrine.png', mimeType: 'image/png' },
    ]);
    const stored = await keysOf(listId);
    for (const { key } of files) expect(stored).not.toContain(key);
    expect(Buffer.from((await getObject(files[0]?.key ?? '')) ?? [])).toEqual(PDF);
    // What the session host is told to send, in this order.
    const groupId = [shop.id, where.connectionId, sent[0]?.contactId].join(':');
    const { pk } = keys.outbox({ queue: 'session-commands-0', groupId, id: '' });
    const { rows } = await shop.table.query(Outbox, { pk, limit: 100, consistent: true });
    const commands = rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
    expect(
      commands.flatMap((command) => (command.type === 'send' ? [command.content] : [])).slice(2),
    ).toMatchObject([
      { kind: 'text', text: expect.stringMatching(/^Nossos produtos, /) },
      { kind: 'document', caption: 'Preços', key: files[0]?.key },
      { kind: 'image', caption: 'Vitrine', key: files[1]?.key },
    ]);
  });

  it('R03 R22: sends it once, however often and by how many workers the choice is answered', async () => {
    const number = freshNumber();
    await says(number, 'oi');
    await settlePrompt(shop.table, where, number);
    const sentAt = Date.now();
    const choice = sqsEvent([textEvent(where, number, '1', { sentAt, receivedAt: sentAt })]);
    await Promise.allSettled([inbound(choice), inbound(choice)]);
    await inbound(choice);
    expect((await sentTo(number)).filter(({ saidBy }) => saidBy === 'file-list')).toHaveLength(3);
  });

  it('sends it by an option of its tree, after the option’s text', async () => {
    const number = freshNumber();
    await says(number, 'oi');
    await says(number, '2');
    await says(number, '1');
    expect((await sentTo(number)).map(({ saidBy, body }) => [saidBy, body]).slice(2)).toEqual([
      ['option-tree', 'Já vai'],
      ['file-list', expect.stringMatching(/^Nossos produtos, /)],
      ['file-list', 'Preços'],
      ['file-list', 'Vitrine'],
    ]);
  });

  it('shows its files by name where the queue is tried out', async () => {
    const body = {
      startsAt: '2026-11-20T13:00:00.000Z',
      queueId: sales,
      script: [{ does: 'says', text: 'oi' }],
    };
    const answer = await call(connections, { to: 'POST /whatsapp/tryout', token: shop.admin.token, body });
    const { lines } = tryOutRoutes.tryOut.response.parse(answer.body);
    expect(
      lines.filter(({ rule }) => rule === 'file-list').map(({ mediaType, text }) => [mediaType, text]),
    ).toEqual([
      ['extendedTextMessage', 'Nossos produtos, Ana:'],
      ['application', 'Preços'],
      ['image', 'Vitrine'],
    ]);
  });

  it('sends nothing in its place once it is deleted, and neither queue nor option names it any more', async () => {
    const stored = await keysOf(listId);
    const before = freshNumber();
    await says(before, 'oi');
    await says(before, '1');
    expect((await send(`DELETE /files/${listId}`, undefined, shop.admin)).status).toBe(200);
    expect(await loadQueue(shop.table, sales)).toMatchObject({ fileListId: null });
    const number = freshNumber();
    await says(number, 'oi');
    await says(number, '1');
    expect((await sentTo(number)).map(({ saidBy }) => saidBy)).toEqual(['queue-menu', 'queue-greeting']);
    const other = freshNumber();
    await says(other, 'oi');
    await says(other, '2');
    await says(other, '1');
    expect((await sentTo(other)).at(-1)).toMatchObject({ saidBy: 'option-tree', body: 'Já vai' });
    // Files that were sent before stay in their conversations.
    for (const key of stored) await fireRemoval(key ?? '');
    for (const { media: file } of await sentTo(before))
      if (file !== null) expect(await headObject(file.key ?? '')).toBeDefined();
  });
});
