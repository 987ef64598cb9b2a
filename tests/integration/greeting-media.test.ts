import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { getObject, headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { connectionItems } from '@prosa/functions/repositories/connections/connections.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { HTML, PDF, PNG } from '../factories/files.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { answerCustomer } from '../support/answer-customer.ts';
import { inbound } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

let company: TestCompany;
let id: number;
beforeAll(async () => {
  company = await makeCompany();
  await company.addConnection({ isDefault: true });
  id = await company.addConnection();
});

const formWith = (bytes: Uint8Array, type: string, name: string): FormData => {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
};
const at = (suffix = '') => `/whatsapp/${id}${suffix}`;
const send = (to: string, body?: unknown, token = company.admin.token) =>
  call(connections, { to, token, body });
const give = (form: FormData) =>
  call(connections, { to: `POST ${at('/media-upload')}`, token: company.admin.token, form });
const stored = async () =>
  (await company.table.get(Connection, { id }, { consistent: true }))?.greetingMediaAttachment ?? null;
const keyNow = async (): Promise<string> => (await stored())?.key ?? '';

/** Fires the timer of a file at its due time. */
const fireRemoval = async (key: string): Promise<void> => {
  const timer = await company.table.get(Timer, { kind: 'file-removal', subject: key }, { consistent: true });
  if (timer === undefined) throw new Error('nothing removes the file');
  const { kind, subject, token } = timer;
  // A link that was signed just before still opens.
  expect(await headObject(key)).toBeDefined();
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
  expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
  vi.restoreAllMocks();
  expect(await headObject(key)).toBeUndefined();
};

it('a greeting has a picture, shown by name and link; S-44: its predecessor is removed', async () => {
  const answer = await give(formWith(PNG, 'image/png', 'vitrine.png'));
  expect(answer).toMatchObject({ status: 200, body: { greetingMediaAttachment: 'vitrine.png' } });
  const first = await stored();
  // The fields that sending needs.
  expect(first).toEqual({
    key: expect.stringMatching(`^t/${company.id}/`),
    fileName: 'vitrine.png',
    mimeType: 'image/png',
    size: PNG.byteLength,
  });
  const { body } = await send(`GET ${at()}`);
  const shown = connectionRoutes.get.response.parse(body);
  expect(shown.greetingMedia).toMatchObject({ mimeType: 'image/png', size: PNG.byteLength });
  expect(shown.greetingMedia?.url).toMatch(`/media/${first?.key}?`);
  expect(Buffer.from((await getObject(first?.key ?? '')) ?? [])).toEqual(PNG);
  const listed = await send('GET /whatsapp');
  expect(JSON.stringify(listed.body)).not.toContain(first?.key);

  // Saving the connection keeps the picture, with or without its name in the request; another name is refused.
  for (const fields of [{}, { greetingMediaAttachment: 'vitrine.png' }])
    expect((await send(`PUT ${at()}`, { name: shown.name, ...fields })).body).toMatchObject({
      greetingMediaAttachment: 'vitrine.png',
    });
  for (const greetingMediaAttachment of [first?.key, 'outra.png'])
    expect((await send(`PUT ${at()}`, { name: shown.name, greetingMediaAttachment })).status).toBe(400);
  expect(await stored()).toEqual(first);

  expect((await give(formWith(PNG, 'image/png', 'outra.png'))).status).toBe(200);
  const second = await keyNow();
  expect(second).not.toBe(first?.key);
  await fireRemoval(first?.key ?? '');
  expect(await headObject(second)).toBeDefined();
  expect((await send(`DELETE ${at('/media-upload')}`)).body).toMatchObject({ greetingMediaAttachment: '' });
  expect(await stored()).toBeNull();
  await fireRemoval(second);
  expect((await send(`DELETE ${at('/media-upload')}`)).status).toBe(200);
});

it('the greeting is sent with a copy of the picture as the message’s own file', async () => {
  const queueIds = [await company.addQueue(), await company.addQueue()];
  const connection = await company.table.get(Connection, { id }, { consistent: true });
  if (connection === undefined) throw new Error('no connection');
  const greeting = { ...connection, queueIds, greetingMessage: 'Olá! Escolha:' };
  await commit(connectionItems(company.table, connection, greeting, Date.now()));
  forgetDirectory(company.id);
  expect((await give(formWith(PNG, 'image/png', 'vitrine.png'))).status).toBe(200);
  const where = { companyId: company.id, connectionId: id };
  expect(failedIndexes(await inbound(sqsEvent([textEvent(where, '5511944440001', 'oi')])))).toEqual([]);
  await answerCustomer(company.table, where, '5511944440001');
  const { contact } = await findContactByIdentities(company.table, [
    { kind: 'phone', value: '5511944440001' },
  ]);
  const { pk } = keys.message({ contactId: contact?.id ?? 0, connectionId: id, sortKey: '' });
  const { rows } = await company.table.query(Message, { pk, limit: 10, consistent: true });
  const said = rows.find(({ fromMe }) => fromMe);
  expect(said).toMatchObject({
    mediaType: 'image',
    body: expect.stringContaining('[ 2 ]'),
    saidBy: 'queue-menu',
  });
  expect(said?.media?.key).not.toBe(await keyNow());
  expect(Buffer.from((await getObject(said?.media?.key ?? '')) ?? [])).toEqual(PNG);
  expect((await send(`DELETE ${at('/media-upload')}`)).status).toBe(200);
});

it('S-39: refuses other file types, an empty file, several files or none, and stores nothing of them', async () => {
  const two = formWith(PNG, 'image/png', 'a.png');
  two.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'b.png');
  const none = new FormData();
  none.append('typeArch', 'greeting');
  for (const [form, status] of [
    [formWith(PDF, 'application/pdf', 'a.pdf'), 415],
    [formWith(HTML, 'image/png', 'a.png'), 415],
    [formWith(PDF, 'video/mp4', 'a.mp4'), 415],
    [formWith(new Uint8Array(), 'image/png', 'a.png'), 422],
    [two, 400],
    [none, 400],
  ] as const)
    expect((await give(form)).status).toBe(status);
  expect(await stored()).toBeNull();
});

it('a large file uses a prior upload, once and by the same user; S-44: it is removed with the connection', async () => {
  const upload = async (fileName: string, mimeType: string) => {
    const { key } = mediaRoutes.createUpload.response.parse(
      (
        await call(media, {
          to: 'POST /media/uploads',
          token: company.admin.token,
          body: { fileName, mimeType, size: 1000 },
        })
      ).body,
    );
    await putObject(key, mimeType === 'image/png' ? PNG : PDF, mimeType);
    return key;
  };
  const use = (mediaKey: string, token?: string) => send(`POST ${at('/media-upload')}`, { mediaKey }, token);
  const mediaKey = await upload('loja.png', 'image/png');
  const manager = await company.addUser({ allowConnections: true });
  expect((await use(mediaKey, manager.token)).status).toBe(422);
  expect((await use(await upload('tabela.pdf', 'application/pdf'))).status).toBe(415);
  expect(await use(mediaKey)).toMatchObject({
    status: 200,
    body: { greetingMediaAttachment: 'loja.png' },
  });
  expect((await use(mediaKey)).status).toBe(422);
  const key = await keyNow();
  expect((await send(`DELETE ${at()}`)).status).toBe(200);
  await fireRemoval(key);
});

it("S-17: a greeting file of another company's connection can be neither set nor removed", async () => {
  const theirs = await makeCompany();
  const foreign = (await theirs.addConnection()) + 100;
  const { token } = company.admin;
  const form = formWith(PNG, 'image/png', 'a.png');
  const to = `/whatsapp/${foreign}/media-upload`;
  expect((await call(connections, { to: `POST ${to}`, token, form })).status).toBe(404);
  expect((await call(connections, { to: `DELETE ${to}`, token })).status).toBe(404);
  const attendant = await company.addUser();
  expect((await send(`DELETE ${at('/media-upload')}`, undefined, attendant.token)).status).toBe(403);
});
