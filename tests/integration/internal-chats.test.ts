import { randomUUID } from 'node:crypto';
import { handler as internalChats } from '@prosa/functions/http/internal-chats/handler.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { getObject, headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { InternalChatMember } from '@prosa/functions/platform/table/entities/internal-chats.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import {
  loadChatMessage,
  loadInternalChat,
} from '@prosa/functions/repositories/organisation/internal-chats.ts';
import {
  CHAT_MESSAGES_PER_PAGE,
  CHATS_PER_PAGE,
  type InternalChatView,
  internalChatMessageViewSchema,
  internalChatRoutes,
  internalChatViewSchema,
} from '@prosa/shared/contracts/internal-chats.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { CHAT_MEMBERS_MAX, CHATS_PER_USER_MAX } from '@prosa/shared/entities/internal-chat.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { HTML, PDF, PNG } from '../factories/files.ts';
import { plantChat } from '../factories/internal-chats.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const NOT_FOUND = { status: 404, body: { error: 'ERR_NO_CHAT_FOUND' } };
const REFUSED = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };

let company: TestCompany;
let ana: TestUser;
let bob: TestUser;
let carla: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  ana = await company.addUser({ name: 'Ana' });
  bob = await company.addUser({ name: 'Bóris' });
  carla = await company.addUser({ name: 'Carla' });
});
afterEach(() => vi.restoreAllMocks());

const ask = (to: string, user: TestUser, body?: unknown) =>
  call(internalChats, { to, token: user.token, body });
const chatIn = ({ status, body }: { status: number; body: unknown }): InternalChatView => {
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return internalChatViewSchema.parse(body);
};
const begin = async (user: TestUser, others: readonly TestUser[], fields: object = {}) =>
  chatIn(await ask('POST /chats', user, { users: others.map(({ id }) => id), title: 'Suporte', ...fields }));
const get = async (id: number, user: TestUser) => chatIn(await ask(`GET /chats/${id}`, user));
const write = async (chatId: number, user: TestUser, message: string, fields: object = {}) => {
  const answer = await ask(`POST /chats/${chatId}/messages`, user, { message: plant(message), ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return internalChatMessageViewSchema.parse(answer.body);
};
const list = async (user: TestUser, query = '') => {
  const answer = await ask(`GET /chats${query}`, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return internalChatRoutes.list.response.parse(answer.body);
};
const history = async (chatId: number, user: TestUser, query = '') => {
  const answer = await ask(`GET /chats/${chatId}/messages${query}`, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return internalChatRoutes.messages.response.parse(answer.body);
};
const unreads = ({ users }: InternalChatView) =>
  Object.fromEntries(users.map(({ userId, unreads }) => [userId, unreads]));
/** The chats of a user that the table knows, also those that the user has left. */
const memberships = async (user: TestUser) =>
  (
    await company.table.query(InternalChatMember, {
      pk: keys.internalChatMember({ userId: user.id, chatId: 0 }).pk,
      limit: 500,
      consistent: true,
    })
  ).rows.map(({ chatId }) => chatId);

describe('internal chats', () => {
  it('a group has its creator as owner and member, and shows all members by name', async () => {
    const chat = await begin(carla, [bob, ana, bob], { title: '  Vendas  ' });
    expect(chat).toMatchObject({
      title: 'Vendas',
      isGroup: true,
      ownerId: carla.id,
      lastMessage: '',
      messages: 0,
      companyId: company.id,
    });
    expect(chat.users.map(({ user }) => user.name)).toEqual(['Ana', 'Bóris', 'Carla']);
    expect(unreads(chat)).toEqual({ [ana.id]: 0, [bob.id]: 0, [carla.id]: 0 });
    for (const user of [ana, bob, carla]) expect(await get(chat.id, user)).toEqual(chat);
  });

  it('members may be given as ids, or as rows with an id or a userId', async () => {
    const answer = await ask('POST /chats', ana, {
      title: 'Três formas',
      users: [{ id: bob.id, name: 'Bóris' }, { userId: String(carla.id) }],
    });
    expect(chatIn(answer).users.map(({ userId }) => userId)).toEqual([ana.id, bob.id, carla.id]);
  });

  it.each<[what: string, body: object, others: 'nobody' | 'self' | 'one' | 'two']>([
    ['a group without a title', { title: ' ' }, 'one'],
    ['a group without another member', {}, 'self'],
    ['a direct chat with two others', { isGroup: false }, 'two'],
    ['a direct chat with oneself', { isGroup: false }, 'self'],
    ['a group with nobody', {}, 'nobody'],
  ])('refuses %s', async (_what, body, others) => {
    const users = { nobody: [], self: [ana.id], one: [bob.id], two: [bob.id, carla.id] }[others];
    expect(await ask('POST /chats', ana, { title: 'Grupo', ...body, users })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
  });

  it('refuses users who are inactive or of another company', async () => {
    const gone = await company.addUser({ active: false });
    const stranger = await (await makeCompany()).addUser();
    for (const id of [gone.id, stranger.id + 10_000])
      expect(await ask('POST /chats', ana, { title: 'Grupo', users: [bob.id, id] })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_USER_FOUND' },
      });
  });

  it('are listed for their members, the last message first, and found by title and by member', async () => {
    const own = await makeCompany();
    const [one, two, three] = [
      await own.addUser({ name: 'Íris' }),
      await own.addUser({ name: 'João' }),
      await own.addUser({ name: 'Lia' }),
    ];
    const sales = await begin(one, [two], { title: 'Vendas' });
    const direct = await begin(three, [one], { isGroup: false });
    await begin(two, [three], { title: 'Sem a Íris' });
    const titles = async (query = '') => (await list(one, query)).records.map(({ id }) => id);
    expect(await titles()).toEqual([direct.id, sales.id]);
    await write(sales.id, two, 'olá');
    expect(await titles()).toEqual([sales.id, direct.id]);
    expect((await list(one)).records[0]).toMatchObject({ lastMessage: 'olá', messages: 1 });
    expect(await titles('?searchParam=VENDAS')).toEqual([sales.id]);
    expect(await titles('?searchParam=joao')).toEqual([sales.id]);
    expect(await titles('?searchParam=lia')).toEqual([direct.id]);
    expect(await titles('?searchParam=nada')).toEqual([]);
    expect((await list(own.admin)).records).toEqual([]);
  });

  it('are listed in pages, by cursor and by number', async () => {
    const own = await makeCompany();
    const other = await own.addUser();
    const planted: number[] = [];
    for (let at = 0; at < CHATS_PER_PAGE + 2; at++)
      planted.push(
        await plantChat(own, [own.admin, other], {
          activityAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
        }),
      );
    const first = await list(own.admin);
    expect(first).toMatchObject({ count: CHATS_PER_PAGE, hasMore: true });
    const second = await list(own.admin, `?cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second).toMatchObject({ count: 2, hasMore: false, cursor: null });
    expect([...first.records, ...second.records].map(({ id }) => id)).toEqual(planted.toReversed());
    expect((await list(own.admin, '?pageNumber=2')).records).toEqual(second.records);
    const stolen = await ask(`GET /chats?cursor=${encodeURIComponent(first.cursor ?? '')}`, other);
    expect(stolen).toMatchObject({ status: 400, body: { error: 'ERR_CURSOR_INVALID' } });
  });

  it('a direct chat exists once, whoever of its two members begins it', async () => {
    const one = await company.addUser();
    const two = await company.addUser();
    const direct = await begin(one, [two], { isGroup: false, title: 'verworfen' });
    expect(direct).toMatchObject({ isGroup: false, title: '', ownerId: one.id });
    expect(await begin(two, [one], { isGroup: false })).toEqual(direct);
    expect((await begin(two, [one])).id).not.toBe(direct.id);
    const removed = await ask(`DELETE /chats/${direct.id}`, one);
    expect(removed.status).toBe(200);
    expect((await begin(two, [one], { isGroup: false })).ownerId).toBe(two.id);
  });

  it('a direct chat exists once when both begin it at the same time', async () => {
    const one = await company.addUser();
    const two = await company.addUser();
    const begun = await Promise.all(
      [one, two, one, two].map((user) => begin(user, [user === one ? two : one], { isGroup: false })),
    );
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(await memberships(one)).toEqual([begun[0]?.id]);
    expect(await memberships(two)).toEqual([begun[0]?.id]);
  });

  it(`a user is in ${CHATS_PER_USER_MAX} chats at most`, async () => {
    const busy = await company.addUser();
    await writeBatch(
      Array.from({ length: CHATS_PER_USER_MAX }, (_none, at) =>
        company.table.put(
          InternalChatMember,
          { companyId: company.id, userId: busy.id, chatId: 900_000 + at },
          'any',
        ),
      ),
    );
    const limit = { status: 409, body: { error: 'ERR_CHAT_LIMIT' } };
    expect(await ask('POST /chats', ana, { title: 'Cheio', users: [busy.id] })).toMatchObject(limit);
    const { id } = await begin(ana, [bob]);
    const body = { title: 'Cheio', users: [bob.id, busy.id] };
    expect(await ask(`PUT /chats/${id}`, ana, body)).toMatchObject(limit);
  });

  it(`a group of ${CHAT_MEMBERS_MAX} members is created, changed and removed, and one more is refused`, async () => {
    const own = await makeCompany({ plan: { users: 500 } });
    const crowd: TestUser[] = [];
    for (let at = 1; at < CHAT_MEMBERS_MAX; at++) crowd.push(await own.addUser());
    const chat = await begin(own.admin, crowd);
    expect(chat.users).toHaveLength(CHAT_MEMBERS_MAX);
    const users = crowd.map(({ id }) => id);
    const late = await own.addUser();
    const put = (ids: number[]) => ask(`PUT /chats/${chat.id}`, own.admin, { title: 'Todos', users: ids });
    expect(await put([...users, late.id])).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    expect(chatIn(await put([...users.slice(1), late.id])).users).toHaveLength(CHAT_MEMBERS_MAX);
    expect((await ask(`DELETE /chats/${chat.id}`, own.admin)).status).toBe(200);
  }, 60_000);

  it('S-18: do not exist for users who are no members, administrators included, on any route', async () => {
    const chat = await begin(ana, [bob]);
    await write(chat.id, ana, 'entre nós');
    const stranger = (await makeCompany()).admin;
    const at = `/chats/${chat.id}`;
    for (const user of [carla, company.admin, stranger])
      for (const [to, body] of [
        [`GET ${at}`, undefined],
        [`PUT ${at}`, { title: 'Meu', users: [user.id] }],
        [`DELETE ${at}`, undefined],
        [`POST ${at}/read`, {}],
        [`POST ${at}/read`, { userId: ana.id }],
        [`GET ${at}/messages`, undefined],
        [`POST ${at}/messages`, { message: 'oi' }],
        [`POST ${at}/messages`, { message: ' ' }],
        [`POST ${at}/messages`, { mediaKey: 'pending/t/1/x' }],
      ] as const) {
        const answer = await ask(to, user, body);
        expect(answer, to).toMatchObject(NOT_FOUND);
        expect(answer.body, to).toEqual((await ask(to.replace(at, '/chats/999999'), user, body)).body);
      }
    expect(await get(chat.id, bob)).toMatchObject({ messages: 1, users: { length: 2 } });
    expect((await list(carla)).records.map(({ id }) => id)).not.toContain(chat.id);
  });

  it('S-25: do not exist without the plan feature', async () => {
    const poor = await makeCompany({ plan: { without: ['useInternalChat'] } });
    const id = await plantChat(poor, [poor.admin, await poor.addUser()]);
    for (const [to, body] of [
      ['GET /chats', undefined],
      [`GET /chats/${id}`, undefined],
      ['POST /chats', { users: [2], title: 'a' }],
      [`PUT /chats/${id}`, { users: [2], title: 'a' }],
      [`DELETE /chats/${id}`, undefined],
      [`POST /chats/${id}/read`, {}],
      [`GET /chats/${id}/messages`, undefined],
      [`POST /chats/${id}/messages`, { message: 'oi' }],
    ] as const)
      expect(await ask(to, poor.admin, body), to).toMatchObject({
        status: 403,
        body: { error: 'ERR_PLAN_FEATURE' },
      });
  });
});

describe('the owner of a chat', () => {
  it('changes title and members; who joins sees what was written before, and who leaves sees nothing', async () => {
    const chat = await begin(ana, [bob]);
    await write(chat.id, bob, 'antes');
    const body = { title: 'Financeiro', users: [carla.id] };
    expect(await ask(`PUT /chats/${chat.id}`, bob, body)).toMatchObject(REFUSED);
    const changed = chatIn(await ask(`PUT /chats/${chat.id}`, ana, body));
    expect(changed).toMatchObject({ title: 'Financeiro', ownerId: ana.id });
    expect(unreads(changed)).toEqual({ [ana.id]: 1, [carla.id]: 0 });
    expect((await history(chat.id, carla)).records).toMatchObject([{ message: 'antes' }]);
    expect(await ask(`GET /chats/${chat.id}`, bob)).toMatchObject(NOT_FOUND);
    expect(await memberships(bob)).not.toContain(chat.id);
    expect(await memberships(carla)).toContain(chat.id);
  });

  it('cannot change a direct chat', async () => {
    const one = await company.addUser();
    const direct = await begin(one, [carla], { isGroup: false });
    const put = await ask(`PUT /chats/${direct.id}`, one, { title: 'Nós', users: [carla.id, ana.id] });
    expect(put).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    expect(await get(direct.id, carla)).toEqual(direct);
  });

  it('removes it with its messages and files, and nobody else does', async () => {
    const chat = await begin(ana, [bob, company.admin]);
    for (const other of [bob, company.admin])
      expect(await ask(`DELETE /chats/${chat.id}`, other)).toMatchObject(REFUSED);
    await write(chat.id, bob, 'um');
    expect((await ask(`DELETE /chats/${chat.id}`, ana)).status).toBe(200);
    for (const user of [ana, bob, company.admin]) {
      expect(await ask(`GET /chats/${chat.id}`, user)).toMatchObject(NOT_FOUND);
      expect(await memberships(user)).not.toContain(chat.id);
      expect((await list(user)).records.map(({ id }) => id)).not.toContain(chat.id);
    }
    expect(await ask(`POST /chats/${chat.id}/messages`, bob, { message: 'dois' })).toMatchObject(NOT_FOUND);
    await fire('internal-chat-removal', String(chat.id));
    expect(await loadChatMessage(company.table, chat.id, 1)).toBeUndefined();
  });

  it('is an administrator among the members once the owner was deleted', async () => {
    const owner = await company.addUser();
    const chat = await begin(owner, [ana, company.admin]);
    await write(chat.id, owner, 'até logo');
    expect((await call(users, { to: `DELETE /users/${owner.id}`, token: company.admin.token })).status).toBe(
      200,
    );
    forgetDirectory(company.id);
    expect(unreads(await get(chat.id, ana))).toEqual({ [ana.id]: 1, [company.admin.id]: 1 });
    expect((await history(chat.id, ana)).records).toMatchObject([
      { message: 'até logo', senderId: owner.id, sender: { id: owner.id, name: '' } },
    ]);
    const body = { title: 'Herdado', users: [ana.id] };
    expect(await ask(`PUT /chats/${chat.id}`, ana, body)).toMatchObject(REFUSED);
    const changed = chatIn(await ask(`PUT /chats/${chat.id}`, company.admin, body));
    expect(changed).toMatchObject({ title: 'Herdado', ownerId: company.admin.id });
    const stored = await loadInternalChat(company.table, chat.id);
    expect(stored?.members.map(({ userId }) => userId)).toEqual([company.admin.id, ana.id]);
    expect(await memberships(owner)).toEqual([]);
  });
});

/** Fires a timer at its due time. */
const fire = async (kind: string, subject: string): Promise<void> => {
  const timer = await company.table.get(Timer, { kind, subject }, { consistent: true });
  if (timer === undefined) throw new Error(`no timer ${kind} ${subject}`);
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
  expect(await fireTimers({ companyId: company.id, kind, subject, token: timer.token })).toEqual([]);
  vi.restoreAllMocks();
};

describe('messages of a chat', () => {
  it('are unread for the others until they read the chat, and never for their author', async () => {
    const chat = await begin(ana, [bob, carla]);
    await write(chat.id, ana, 'um');
    await write(chat.id, bob, 'dois');
    await write(chat.id, bob, 'três');
    expect(unreads(await get(chat.id, ana))).toEqual({ [ana.id]: 2, [bob.id]: 0, [carla.id]: 3 });
    const total = (await list(carla)).unreads;
    const read = chatIn(await ask(`POST /chats/${chat.id}/read`, carla, { userId: carla.id }));
    expect(unreads(read)).toEqual({ [ana.id]: 2, [bob.id]: 0, [carla.id]: 0 });
    expect((await list(carla)).unreads).toBe(total - 3);
    expect(await ask(`POST /chats/${chat.id}/read`, carla, { userId: ana.id })).toMatchObject(REFUSED);
    // Nothing is unread, so nothing is written.
    expect(chatIn(await ask(`POST /chats/${chat.id}/read`, carla, {})).version).toBe(read.version);
  });

  it('are numbered without a gap and counted exactly when two users write at the same time', async () => {
    const chat = await begin(ana, [bob, carla]);
    const each = 8;
    await Promise.all(
      [ana, bob].flatMap((user) =>
        Array.from({ length: each }, (_none, at) => write(chat.id, user, `${user.id} ${at}`)),
      ),
    );
    const all = [...(await history(chat.id, carla)).records];
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 2 * each }, (_none, at) => at + 1));
    for (const user of [ana, bob])
      expect(all.filter(({ senderId }) => senderId === user.id)).toHaveLength(each);
    const last = all.at(-1)?.senderId;
    const after = await get(chat.id, carla);
    expect(unreads(after)).toMatchObject({ [carla.id]: 2 * each, [last ?? 0]: 0 });
    const otherId = last === ana.id ? bob.id : ana.id;
    const own = all.findLast(({ senderId }) => senderId === otherId)?.id ?? 0;
    expect(unreads(after)[otherId]).toBe(2 * each - own);
  }, 60_000);

  it('are paged, the newest page first, each page oldest first', async () => {
    const count = CHAT_MESSAGES_PER_PAGE + 3;
    const id = await plantChat(company, [ana, bob], { messages: Array.from({ length: count }, () => ({})) });
    const first = await history(id, bob);
    expect(first).toMatchObject({ count: CHAT_MESSAGES_PER_PAGE, hasMore: true });
    expect(first.records.map((one) => one.id)).toEqual(
      Array.from({ length: CHAT_MESSAGES_PER_PAGE }, (_none, at) => at + 4),
    );
    const second = await history(id, bob, `?cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second).toMatchObject({ count: 3, hasMore: false, cursor: null });
    expect(second.records.map((one) => one.id)).toEqual([1, 2, 3]);
    expect((await history(id, bob, '?pageNumber=2')).records).toEqual(second.records);
  });

  it('are refused when blank, and mention members only', async () => {
    const chat = await begin(ana, [bob]);
    for (const message of ['', ' \n ', undefined])
      expect(await ask(`POST /chats/${chat.id}/messages`, ana, { message })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      });
    const mentions = [bob.id, carla.id, bob.id, 999_999];
    expect((await write(chat.id, ana, 'veja @Bóris', { mentions })).mentions).toEqual([bob.id]);
  });

  it('R17: a repeated request with the same clientId answers the same message', async () => {
    const chat = await begin(ana, [bob]);
    const clientId = randomUUID();
    const first = await write(chat.id, ana, 'uma vez', { clientId });
    expect(await write(chat.id, ana, 'uma vez', { clientId })).toEqual(first);
    const at = { message: 'ao mesmo tempo', clientId: randomUUID() };
    const both = await Promise.all([1, 2, 3].map(() => write(chat.id, bob, at.message, at)));
    expect(new Set(both.map(({ id }) => id))).toEqual(new Set([2]));
    expect((await get(chat.id, ana)).messages).toBe(2);
    expect(await ask(`POST /chats/${chat.id}/messages`, ana, { message: 'outra', clientId })).toMatchObject({
      status: 422,
      body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
    });
    // The id of another user is another id.
    expect((await write(chat.id, bob, 'minha', { clientId })).id).toBe(3);
  });
});

describe('files of a chat', () => {
  const formWith = (bytes: Uint8Array, type: string, name: string, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
    return form;
  };
  const give = (id: number, form: FormData, user = ana) =>
    call(internalChats, { to: `POST /chats/${id}/messages`, token: user.token, form });
  const keyOf = async (chatId: number, id: number): Promise<string> =>
    (await loadChatMessage(company.table, chatId, id))?.media?.key ?? '';

  it('are stored under their own name and linked; S-44: they go with the chat', async () => {
    const chat = await begin(ana, [bob]);
    const answer = await give(chat.id, formWith(PNG, 'image/png', 'vitrine.png', { message: 'veja' }));
    expect(answer).toMatchObject({
      status: 200,
      body: { id: 1, message: 'veja', mediaName: 'vitrine.png', mediaType: 'image/png' },
    });
    await give(chat.id, formWith(PDF, 'application/pdf', 'tabela.pdf'));
    expect(await get(chat.id, bob)).toMatchObject({ lastMessage: 'tabela.pdf' });
    const files = [await keyOf(chat.id, 1), await keyOf(chat.id, 2)];
    const { records } = await history(chat.id, bob);
    expect(records.map(({ mediaPath }) => mediaPath?.split('?')[0])).toEqual(
      files.map((key) => `/media/${key}`),
    );
    expect(Buffer.from((await getObject(files[0] ?? '')) ?? [])).toEqual(PNG);

    expect((await ask(`DELETE /chats/${chat.id}`, ana)).status).toBe(200);
    await fire('internal-chat-removal', String(chat.id));
    expect((await loadChatMessage(company.table, chat.id, 1))?.id).toBeUndefined();
    for (const key of files) {
      await fire('file-removal', key);
      expect(await headObject(key)).toBeUndefined();
    }
  });

  it('may come from a prior upload, once and by the same user', async () => {
    const chat = await begin(ana, [bob]);
    const uploaded = mediaRoutes.createUpload.response.parse(
      (
        await call(media, {
          to: 'POST /media/uploads',
          token: ana.token,
          body: { fileName: 'catalogo.pdf', mimeType: 'application/pdf', size: PDF.byteLength },
        })
      ).body,
    );
    await putObject(uploaded.key, PDF, 'application/pdf');
    const use = (user: TestUser) =>
      ask(`POST /chats/${chat.id}/messages`, user, {
        mediaKey: uploaded.key,
        clientId: uploaded.key.slice(-36),
      });
    expect(await use(bob)).toMatchObject({ status: 422, body: { error: 'ERR_MEDIA_MISSING' } });
    expect(await use(ana)).toMatchObject({ status: 200, body: { message: '', mediaName: 'catalogo.pdf' } });
    // The client id makes the repetition answer the same message, although the upload is used.
    expect(await use(ana)).toMatchObject({ status: 200, body: { id: 1 } });
    expect(await ask(`POST /chats/${chat.id}/messages`, ana, { mediaKey: uploaded.key })).toMatchObject({
      status: 422,
      body: { error: 'ERR_MEDIA_MISSING' },
    });
  });

  it('S-39: are refused when empty, several or executable in a browser', async () => {
    const chat = await begin(ana, [bob]);
    const two = formWith(PNG, 'image/png', 'a.png');
    two.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'b.png');
    for (const [form, status] of [
      [two, 400],
      [formWith(new Uint8Array(), 'image/png', 'a.png'), 422],
      [formWith(HTML, 'text/html', 'a.html'), 415],
      [formWith(HTML, 'image/png', 'a.png'), 415],
    ] as const)
      expect((await give(chat.id, form)).status).toBe(status);
    expect((await get(chat.id, ana)).messages).toBe(0);
  });

  it('of a repeated form are stored once', async () => {
    const chat = await begin(ana, [bob]);
    const clientId = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => give(chat.id, formWith(PNG, 'image/png', 'a.png', { clientId }))),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { id: 1 } });
    expect((await get(chat.id, bob)).messages).toBe(1);
    expect(await headObject(await keyOf(chat.id, 1))).toBeDefined();
  });
});
