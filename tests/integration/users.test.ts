import { newTicket } from '@prosa/functions/domain/turns/ticket-turns.ts';
import { ticketOf } from '@prosa/functions/domain/turns/turn.ts';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { EmailOwner, User } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { GUESS_LIMITS, TAKEN_ADDRESSES_PER_DAY } from '@prosa/functions/repositories/limits/guesses.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { UserView } from '@prosa/shared/contracts/users.ts';
import { userViewSchema } from '@prosa/shared/contracts/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD, type TestCompany } from '../factories/company.ts';
import { makeContact } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { type Answer, call } from './support/call.ts';
import { login, tokenIn } from './support/sign-in.ts';
import { useTable } from './support/table.ts';

useTable();

let ours: TestCompany;
let theirs: TestCompany;
beforeAll(async () => {
  ours = await makeCompany();
  theirs = await makeCompany();
});

const put = (id: number, body: unknown, token = ours.admin.token) =>
  call(users, { to: `PUT /users/${id}`, token, body });
const post = (body: unknown, token = ours.admin.token) => call(users, { to: 'POST /users', token, body });
const view = (answer: Answer): UserView => userViewSchema.parse(answer.body);
const row = (id: number, company = ours) => company.table.get(User, { id }, { consistent: true });
let made = 0;
const newUser = () => ({
  name: 'Nova Pessoa',
  email: `nova-${++made}@example.com`,
  password: 'uma boa senha',
});
describe('S-13 e-mail addresses in use', () => {
  it('are reported to a company a limited number of times a day; free addresses do not count, and get the same answer beyond it', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    const { token } = company.admin;
    const add = (email: string) => post({ ...newUser(), email }, token);
    const change = (email: string) => put(company.admin.id, { email, currentPassword: TEST_PASSWORD }, token);
    for (let nth = 0; nth < 25; nth++) expect((await post(newUser(), token)).status).toBe(201);
    const answers = await Promise.all(
      Array.from({ length: TAKEN_ADDRESSES_PER_DAY + 5 }, () => add(theirs.admin.email)),
    );
    const told = answers.filter(({ status }) => status === 409);
    expect(told).toHaveLength(TAKEN_ADDRESSES_PER_DAY);
    const refused = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } };
    for (const answer of answers.filter(({ status }) => status !== 409))
      expect(answer).toMatchObject(refused);
    for (const email of [theirs.admin.email, newUser().email]) {
      expect(await add(email)).toMatchObject(refused);
      expect(await change(email)).toMatchObject(refused);
    }
    expect((await post(newUser(), other.admin.token)).status).toBe(201);
  });
});

describe('adding users', () => {
  it('adds a user who can sign in, with the field names of older clients', async () => {
    const queueId = await ours.addQueue();
    const body = {
      ...newUser(),
      profile: 'user',
      queueIds: [String(queueId)],
      allTicket: 'enabled',
      allowGroup: true,
    };
    const answer = await post(body);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'Nova Pessoa',
        allTicket: 'enabled',
        allowGroup: true,
        queues: [{ id: queueId }],
        online: false,
      },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|passwordHash|sessionVersion/);
    expect((await login(body.email, body.password)).status).toBe(200);
  });

  it('e-mails are unique over all companies, ignoring case, also when two requests race', async () => {
    const body = newUser();
    const answers = await Promise.all([
      post(body),
      post({ ...body, email: body.email.toUpperCase() }),
      post(body, theirs.admin.token),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect(await post(body, theirs.admin.token)).toMatchObject({
      status: 409,
      body: { error: 'ERR_EMAIL_EXISTS' },
    });
  });

  it('reports a used address only for an otherwise valid request, and never its owner', async () => {
    const full = await makeCompany({ plan: { users: 2 } });
    const { token } = full.admin;
    const colleague = await full.addUser();
    const foreign = await theirs.addUser();
    for (const email of [foreign.email, colleague.email, newUser().email]) {
      expect((await post({ ...newUser(), email }, token)).body).toMatchObject({ error: 'ERR_PLAN_LIMIT' });
      for (const [wrong, error] of [
        [{ queueIds: [9999] }, 'ERR_NO_QUEUE_FOUND'],
        [{ whatsappId: 9999 }, 'ERR_NO_WAPP_FOUND'],
        [{ password: 'password123' }, 'ERR_VALIDATION'],
      ] as const) {
        expect((await post({ ...newUser(), email, ...wrong })).body).toMatchObject({ error });
        expect((await put(colleague.id, { email: foreign.email, ...wrong }, token)).body).toMatchObject({
          error,
        });
      }
      const demoted = { email, profile: 'user', currentPassword: TEST_PASSWORD };
      expect((await put(full.admin.id, demoted, token)).body).toMatchObject({ error: 'ERR_LAST_ADMIN' });
    }
    const roomy = await makeCompany();
    const own = await roomy.addUser();
    const answers = await Promise.all(
      [foreign.email, own.email].map((email) => post({ ...newUser(), email }, roomy.admin.token)),
    );
    const [ofOthers, ofOurs] = answers.map(({ status, body }) => ({ status, body }));
    expect(ofOthers).toEqual(ofOurs);
    expect(ofOthers).toEqual({ status: 409, body: { error: 'ERR_EMAIL_EXISTS' } });
  });

  it('S-25: never adds more users than the plan allows, also when many requests race', async () => {
    const small = await makeCompany({ plan: { users: 3 } });
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(newUser(), small.admin.token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 403, 403]);
    expect(answers.find((answer) => answer.status === 403)?.body).toEqual({
      error: 'ERR_PLAN_LIMIT',
      details: { limit: 3 },
    });
  });

  it('S-11, S-19: refuses values that no form sends, names the field, and writes nothing', async () => {
    const base = newUser();
    const refused: [object, string][] = [
      [{ name: undefined }, 'body.name'],
      [{ email: undefined }, 'body.email'],
      [{ password: undefined }, 'body.password'],
      [{ password: 'short' }, 'body.password'],
      [{ password: 'x'.repeat(129) }, 'body.password'],
      [{ password: 'é'.repeat(65) }, 'body.password'],
      [{ password: '12345678' }, 'body.password'],
      [{ name: 'x' }, 'body.name'],
      [{ name: '\u200b\u202e\u200b' }, 'body.name'],
      [{ name: 'x'.repeat(51) }, 'body.name'],
      [{ email: 'not an e-mail' }, 'body.email'],
      [{ color: 'red' }, 'body.color'],
      [{ startWork: '25:00' }, 'body.startWork'],
      [{ profile: 'super' }, 'body.profile'],
      [{ constructor: {} }, 'body.constructor'],
    ];
    for (const [change, path] of refused) {
      const answer = await post({ ...base, ...change });
      expect(answer, JSON.stringify(change)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      });
      expect(answer.body).toMatchObject({
        details: expect.arrayContaining([expect.objectContaining({ path })]),
      });
    }
    expect(await globalTable.get(EmailOwner, { email: base.email }, { consistent: true })).toBeUndefined();
    for (const name of ['Zé', 'x'.repeat(50)]) expect((await post({ ...newUser(), name })).status).toBe(201);
  });

  it('S-19: ignores fields that users cannot choose', async () => {
    const forged = { super: true, id: 1, sessionVersion: 9, passwordHash: 'x', version: 3, active: false };
    const answer = await post({ ...newUser(), ...forged, createdAt: '2020-01-01T00:00:00.000Z' });
    const made = z.object({ id: z.int(), version: z.int(), super: z.boolean() }).parse(answer.body);
    expect(made).toMatchObject({ super: false, version: 1 });
    expect(made.id).not.toBe(1);
    const row = await ours.table.get(User, { id: made.id }, { consistent: true });
    expect(row).toMatchObject({ super: false, sessionVersion: 1, active: true });
    expect(row?.passwordHash).not.toBe('x');
    expect(row?.rowCreatedAt).not.toMatch(/^2020/);
  });

  it("S-17, S-18: refuses other companies' queues, connections and ids", async () => {
    const queueId = await theirs.addQueue();
    const connectionId = await theirs.addConnection();
    await theirs.addQueue();
    const foreign = queueId + 40;
    expect(await post({ ...newUser(), queueIds: [foreign] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    });
    expect(await post({ ...newUser(), whatsappId: connectionId + 40 })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    });
    expect(await post({ ...newUser(), companyId: theirs.id })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
    expect((await post({ ...newUser(), companyId: ours.id })).status).toBe(201);
  });
});

describe('changing users', () => {
  it('users change their own profile, but nothing that decides their rights', async () => {
    const bia = await ours.addUser();
    expect(
      view(
        await put(
          bia.id,
          { name: ' Bia  Souza ', defaultTheme: 'dark', language: 'tr', openNextTicket: false },
          bia.token,
        ),
      ),
    ).toMatchObject({
      name: 'Bia  Souza',
      defaultTheme: 'dark',
      language: 'tr',
      openNextTicket: false,
    });
    const before = await row(bia.id);
    for (const change of [
      { profile: 'admin' },
      { queueIds: [1] },
      { allTicket: 'enabled' },
      { allowConnections: true },
      { startWork: '01:00' },
    ]) {
      expect(await put(bia.id, { name: 'Outra', ...change }, bia.token)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
    }
    expect((await put(ours.admin.id, { name: 'Hacked' }, bia.token)).status).toBe(403);
    expect(await row(bia.id)).toEqual(before);
    expect(view(await put(bia.id, { super: true }, bia.token))).toMatchObject({ super: false });
    expect((await row(bia.id))?.super).toBe(false);
  });

  it('S-17: does not find users of another company', async () => {
    for (let step = 0; step < 3; step++) await theirs.addUser();
    const highest = await theirs.addUser();
    const foreign = highest.id + 50;
    const attempts = [
      put(foreign, { name: 'Hacked' }),
      call(users, { to: `GET /users/${foreign}`, token: ours.admin.token }),
      call(users, { to: `DELETE /users/${foreign}`, token: ours.admin.token }),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
    }
  });

  it('a changed e-mail signs in, and the old one is free', async () => {
    const bia = await ours.addUser();
    const taken = await theirs.addUser();
    expect(await put(bia.id, { email: taken.email })).toMatchObject({ body: { error: 'ERR_EMAIL_EXISTS' } });
    const email = `moved-${bia.id}@example.com`;
    expect((await put(bia.id, { email })).status).toBe(200);
    expect((await login(email, TEST_PASSWORD)).status).toBe(200);
    expect((await login(bia.email, TEST_PASSWORD)).status).toBe(401);
    expect((await post({ ...newUser(), email: bia.email }, theirs.admin.token)).status).toBe(201);
  });

  it('S-05: a new password or a demotion ends the sessions at once, except the one of the change', async () => {
    const boss = await ours.addUser({ profile: 'admin' });
    const change = { password: 'outra boa senha', currentPassword: TEST_PASSWORD };
    expect((await put(boss.id, change, boss.token)).status).toBe(200);
    expect((await call(users, { to: 'GET /users', token: boss.token })).status).toBe(200);
    expect((await login(boss.email, 'outra boa senha')).status).toBe(200);
    expect((await login(boss.email, TEST_PASSWORD)).status).toBe(401);
    const second = await ours.addUser({ profile: 'admin' });
    expect((await put(second.id, { profile: 'user' })).status).toBe(200);
    expect((await call(users, { to: 'GET /users', token: second.token })).status).toBe(401);
  });

  it('S-05: users need their current password to change their own e-mail or password', async () => {
    for (const profile of ['user', 'admin'] as const) {
      const bia = await ours.addUser({ profile });
      const before = await row(bia.id);
      const moved = `moved-${profile}-${bia.id}@example.com`;
      for (const change of [
        { password: 'outra boa senha' },
        { email: moved },
        { name: 'Bia', email: moved },
      ]) {
        for (const currentPassword of [undefined, 'not the password', 'x'.repeat(1000)]) {
          expect(await put(bia.id, { ...change, currentPassword }, bia.token), profile).toMatchObject({
            status: 422,
            body: { error: 'ERR_CURRENT_PASSWORD' },
          });
        }
      }
      expect(await row(bia.id)).toEqual(before);
      const session = await login(bia.email, TEST_PASSWORD);
      expect(session.status).toBe(200);
      const token = tokenIn(session);
      // A form repeats the unchanged address, and a change that opens no account needs no current password.
      expect((await put(bia.id, { name: 'Beatriz', email: bia.email }, token)).status).toBe(200);
      const proven = { email: moved, password: 'outra boa senha', currentPassword: TEST_PASSWORD };
      expect((await put(bia.id, proven, token)).status).toBe(200);
      expect((await login(moved, 'outra boa senha')).status).toBe(200);
    }
  });

  it('S-13: guesses of the current password are counted, in parallel too, until even the right one is refused', async () => {
    const bia = await ours.addUser();
    const other = await ours.addUser();
    const guess = (currentPassword: string, who = bia) =>
      put(who.id, { password: 'outra boa senha', currentPassword }, who.token);
    const answers = await Promise.all(Array.from({ length: 20 }, (_none, nth) => guess(`guess ${nth}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(GUESS_LIMITS.account);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - GUESS_LIMITS.account);
    expect(await guess(TEST_PASSWORD)).toMatchObject({
      status: 429,
      body: { error: 'ERR_TOO_MANY_REQUESTS' },
    });
    // Changes without the password still work, and so do other users; this user signs in as before.
    expect((await put(bia.id, { name: 'Beatriz' }, bia.token)).status).toBe(200);
    expect((await login(bia.email, TEST_PASSWORD)).status).toBe(200);
    for (let nth = 0; nth < GUESS_LIMITS.account - 1; nth++)
      expect((await guess('not it', other)).status).toBe(422);
    expect((await guess(TEST_PASSWORD, other)).status).toBe(200);
  });

  it('S-05: of two simultaneous password changes only one can use the old password', async () => {
    const bia = await ours.addUser();
    const answers = await Promise.all(
      ['uma nova senha', 'outra nova senha'].map((password) =>
        put(bia.id, { password, currentPassword: TEST_PASSWORD }, bia.token),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("S-05: an administrator changes another user's password without it, and ends that user's sessions", async () => {
    const bia = await ours.addUser();
    expect((await put(bia.id, { email: `by-admin-${bia.id}@example.com` })).status).toBe(200);
    expect((await call(users, { to: `GET /users/${bia.id}`, token: bia.token })).status).toBe(401);
    const caio = await ours.addUser();
    expect((await put(caio.id, { password: 'outra boa senha' })).status).toBe(200);
    expect((await call(users, { to: `GET /users/${caio.id}`, token: caio.token })).status).toBe(401);
  });

  it('an administrator always remains, also when two demote each other at once', async () => {
    const company = await makeCompany();
    const one = company.admin;
    expect(await put(one.id, { profile: 'user' }, one.token)).toMatchObject({
      status: 409,
      body: { error: 'ERR_LAST_ADMIN' },
    });
    const two = await company.addUser({ profile: 'admin' });
    const answers = await Promise.all([
      put(one.id, { profile: 'user' }, two.token),
      put(two.id, { profile: 'user' }, one.token),
    ]);
    const after = await Promise.all([row(one.id, company), row(two.id, company)]);
    expect(after.filter((user) => user?.profile === 'admin')).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('R15: 20 simultaneous changes of one user are all stored', async () => {
    const bia = await ours.addUser();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        put(bia.id, index % 2 === 0 ? { name: `Nome ${index}` } : { color: `#0000${10 + index}` }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await row(bia.id))?.version).toBe(21);
  });

  it('stores the width of the ticket list for its user, within limits', async () => {
    const bia = await ours.addUser();
    const width = (px: unknown, token = bia.token) =>
      call(users, {
        to: `PUT /users/toggleChangeWidht/${bia.id}`,
        token,
        body: { defaultTicketsManagerWidth: px },
      });
    expect(view(await width(612)).defaultTicketsManagerWidth).toBe(612);
    expect((await width(403)).status).toBe(400);
    expect((await width(701)).status).toBe(400);
    const other = await ours.addUser();
    expect((await width(500, other.token)).status).toBe(403);
  });
});

describe('listing users', () => {
  it('pages by name with an encrypted cursor, and finds by name and e-mail without accents', async () => {
    const company = await makeCompany();
    for (let index = 0; index < 24; index++)
      await company.addUser({ name: `Pessoa ${String(index).padStart(2, '0')}` });
    await company.addUser({ name: 'Átila Conceição' });
    const list = (query: string, token = company.admin.token) =>
      call(users, { to: `GET /users${query}`, token });
    const pageSchema = z.object({
      users: z.array(userViewSchema),
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    });
    const first = pageSchema.parse((await list('?pageNumber=1')).body);
    expect(first).toMatchObject({ count: 26, hasMore: true });
    expect(first.users[0]?.name).toBe('Átila Conceição');
    const second = pageSchema.parse((await list(`?cursor=${first.cursor}`)).body);
    expect(second).toMatchObject({ hasMore: false, cursor: null });
    const ids = [...first.users, ...second.users].map((user) => user.id);
    expect(new Set(ids).size).toBe(26);
    expect(pageSchema.parse((await list('?pageNumber=2')).body).users).toEqual(second.users);
    expect(pageSchema.parse((await list('?searchParam=atila')).body).users).toHaveLength(1);
    for (const cursor of [`${first.cursor}x`, `x${first.cursor}`, 'a.b']) {
      expect(await list(`?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { error: 'ERR_CURSOR_INVALID' },
      });
    }
    expect((await list(`?cursor=${first.cursor}`, ours.admin.token)).status).toBe(400);
    expect((await list(`?cursor=${first.cursor}&searchParam=p`)).status).toBe(400);
    expect((await list(`?companyId=${company.id + 1}`)).status).toBe(403);
    const attendant = await company.addUser();
    expect((await list('', attendant.token)).status).toBe(403);
  });

  it('shows every user a short list of colleagues and who is online', async () => {
    const company = await makeCompany();
    const bia = await company.addUser({ name: 'Bia' });
    await company.addUser({ name: 'Caio', active: false });
    const token = tokenIn(await login(bia.email, TEST_PASSWORD));
    const answer = await call(users, { to: 'GET /users/list', token });
    expect(answer.body).toEqual([
      {
        id: bia.id,
        name: 'Bia',
        email: bia.email,
        profileImage: '',
        color: '#7C7C7C',
        profile: 'user',
        online: true,
        queues: [],
      },
      expect.objectContaining({ id: company.admin.id, online: false }),
    ]);
    expect((await call(users, { to: `GET /users/${company.admin.id}`, token })).status).toBe(403);
    expect((await call(users, { to: `GET /users/${bia.id}`, token })).status).toBe(200);
  });
});

describe('removing users', () => {
  it('returns the open tickets and ends all sessions and rows of the user', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const connectionId = await company.addConnection();
    const bia = await company.addUser({ queueIds: [queueId] });
    const ports = () => ({ ids: systemIds, nowMs: Date.now() });
    const ticketIds: number[] = [];
    for (let index = 0; index < 12; index++) {
      const contact = await makeContact(company.table);
      const ticket = newTicket(
        {
          ticketId: await nextId(company.table, Ticket),
          contact,
          connectionId,
          channel: 'whatsapp',
          conversation: undefined,
          status: index === 0 ? 'pending' : index === 1 ? 'group' : 'open',
          queueId,
          userId: bia.id,
          isActiveDemand: false,
        },
        ports(),
      );
      await commitTurn(company.table, ticket, ports());
      ticketIds.push(ticketOf(ticket).id);
    }
    const answer = await call(users, { to: `DELETE /users/${bia.id}`, token: company.admin.token });
    expect(answer.status).toBe(200);
    const tickets = await Promise.all(ticketIds.map((id) => loadTicket(company.table, id)));
    expect(tickets.map((ticket) => ticket?.userId)).toEqual(ticketIds.map(() => null));
    expect(tickets.map((ticket) => ticket?.status)).toEqual([
      'pending',
      'group',
      ...ticketIds.slice(2).map(() => 'pending'),
    ]);
    expect(tickets.every((ticket) => ticket?.queueId === queueId)).toBe(true);
    expect(await row(bia.id, company)).toBeUndefined();
    expect((await call(auth, { to: 'GET /auth/me', token: bia.token })).status).toBe(401);
    expect((await login(bia.email, TEST_PASSWORD)).status).toBe(401);
    expect((await call(users, { to: `DELETE /users/${bia.id}`, token: company.admin.token })).status).toBe(
      404,
    );
    expect((await post({ ...newUser(), email: bia.email }, company.admin.token)).status).toBe(201);
  });

  it('is refused for the last administrator, for attendants and for a platform administrator', async () => {
    const company = await makeCompany();
    const bia = await company.addUser();
    const owner = await company.addUser({ profile: 'admin', super: true });
    const remove = (id: number, token: string) => call(users, { to: `DELETE /users/${id}`, token });
    expect((await remove(company.admin.id, bia.token)).status).toBe(403);
    expect((await remove(owner.id, company.admin.token)).status).toBe(403);
    expect((await remove(company.admin.id, owner.token)).status).toBe(200);
    expect(await remove(owner.id, owner.token)).toMatchObject({
      status: 409,
      body: { error: 'ERR_LAST_ADMIN' },
    });
  });
});
