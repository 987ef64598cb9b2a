import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { TestUser } from '../factories/company.ts';
import { TEST_PASSWORD } from '../factories/company.ts';
import { errorOf, type HttpAnswer, send } from './support/http.ts';
import { propertiesOf, requestOf } from './support/route-requests.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));

let stack: Stack;
let tenant: Tenant;
let operator: TestUser;
beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  tenant = await makeTenant(stack, 'LOJA', 100);
  operator = await tenant.company.addUser({ profile: 'admin', super: true });
});
afterAll(() => stack?.stop());

const ask = (method: string, target: string, body?: unknown) =>
  send(stack.url, { method, target, token: tenant.company.admin.token, body });

describe('a trailing slash in a path', () => {
  const reads = rows.filter(({ method, permission }) => method === 'GET' && permission !== 'webhook');
  it.each(reads.map((row) => ({ id: row.id, row })))('changes nothing: $id', async ({ row }) => {
    const { target } = requestOf(row, tenant.ids);
    const [path = '', query] = target.split('?');
    const slashed = query === undefined ? `${path}/` : `${path}/?${query}`;
    const plain = await ask('GET', target);
    expect(errorOf(plain)).not.toBe('ERR_NOT_FOUND');
    expect((await ask('GET', slashed)).status, plain.text).toBe(plain.status);
  });
});

describe('page numbers', () => {
  const lists = rows.filter(({ query }) =>
    ['pageNumber', 'cursor'].every((name) => name in propertiesOf(query)),
  );
  it.each(lists.map((row) => ({ id: row.id, row })))(
    "list pages up to the contract's limit, and beyond it an error names the cursor: $id",
    async ({ row }) => {
      const { target: plain } = requestOf(row, tenant.ids);
      const { token } = row.permission === 'super' ? operator : tenant.company.admin;
      const paged = (number: number) => {
        const target = `${plain}${plain.includes('?') ? '&' : '?'}pageNumber=${number}`;
        return send(stack.url, { method: 'GET', target, token });
      };
      for (const number of [1, 2, 10]) {
        const { status, body, text } = await paged(number);
        expect(status, text).toBe(200);
        const isBare = Array.isArray(body);
        if (number > 1) expect(body).toMatchObject(isBare ? [] : { hasMore: false, cursor: null });
      }
      const beyond = await paged(11);
      expect(beyond).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
      expect(beyond.text).toContain('query.pageNumber');
      expect(beyond.text).toContain('`cursor`');
    },
  );
});

describe('input of API callers', () => {
  const say = (body: object) => ask('POST', `/api/messages/${tenant.ids.ticket}`, body);

  it('booleans may be the words true and false', async () => {
    const note = await say({ body: 'anotação', isPrivate: 'true', fromMe: 'true', read: 'false' });
    expect(note).toMatchObject({ status: 200, body: { messages: [{ isPrivate: true }] } });
    const { contact } = tenant.ids;
    const block = (active: unknown) => ask('PUT', `/api/contacts/block/${contact}`, { active });
    expect(await block('false')).toMatchObject({ status: 200, body: { active: false } });
    expect(await block('true')).toMatchObject({ status: 200, body: { active: true } });
    for (const word of ['', 'yes', 'False', null]) expect((await block(word)).status).toBe(400);
  });

  it('a null text counts as no text', async () => {
    expect(await say({ body: null })).toMatchObject({ status: 400 });
    const card = await say({ body: null, vCard: { contactId: tenant.ids.contact } });
    expect(card, card.text).toMatchObject({
      status: 200,
      body: { messages: [{ mediaType: 'contactMessage' }] },
    });
  });

  it('unknown fields of a contact that is sent back are ignored', async () => {
    const target = `/api/contacts/${tenant.ids.contact}`;
    const before = z.looseObject({ version: z.int() }).parse((await ask('GET', target)).body);
    const forged = { tags: [], wallets: [], whatsapp: null, active: false, lgpdAcceptedAt: null };
    const changed = await ask('PUT', target, {
      ...before,
      ...forged,
      id: 1,
      name: 'Outro nome',
      version: 99,
    });
    expect(changed.status, changed.text).toBe(200);
    const { updatedAt: _then, ...same } = before;
    expect(changed.body).toMatchObject({ ...same, name: 'Outro nome', version: before.version + 1 });
    const foreign = { ...before, companyId: tenant.ids.company + 1 };
    expect(await ask('PUT', target, foreign)).toMatchObject({ status: 403 });
  });
});

describe('settings by key', () => {
  const rowsSchema = z.array(
    z.strictObject({ id: z.int().positive(), key: z.string(), value: z.string(), companyId: z.int() }),
  );
  const attendant = (method: string, target: string, body?: unknown) =>
    send(stack.url, { method, target, token: tenant.owner.token, body });

  it('lists company and installation settings as rows of text, without secrets', async () => {
    const all = rowsSchema.parse((await attendant('GET', '/api/settings')).body);
    const byKey = new Map(all.map((row) => [row.key, row]));
    const { company } = tenant.ids;
    expect(byKey.get('userRating')).toMatchObject({ value: 'disabled', companyId: company });
    expect(byKey.get('closeTicketOnTransfer')).toMatchObject({ value: 'false', companyId: company });
    expect(byKey.get('downloadLimit')).toMatchObject({ value: '64', companyId: 1 });
    expect(byKey.get('userCreation')).toMatchObject({ value: 'enabled', companyId: 1 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const row of all) expect((await attendant('GET', `/api/setting/${row.key}`)).body).toEqual(row);
    const secrets = ['mpaccesstoken', 'stripeprivatekey', 'asaastoken', 'eficlientsecret', 'openaikeyaudio'];
    for (const key of secrets) {
      expect(byKey.has(key)).toBe(false);
      expect((await ask('GET', `/api/setting/${key}`)).status).toBe(400);
    }
  });

  it('administrators change single settings in the format that the list shows', async () => {
    const put = (key: string, value: unknown) => ask('PUT', `/api/settings/${key}`, { value });
    expect((await put('userRating', 'enabled')).body).toMatchObject({ key: 'userRating', value: 'enabled' });
    expect((await put('closeTicketOnTransfer', 'true')).body).toMatchObject({ value: 'true' });
    expect((await put('hoursCloseTicketsAuto', '24')).body).toMatchObject({ value: '24' });
    const settings = await ask('GET', `/api/companySettings/${tenant.ids.company}`);
    expect(settings.body).toMatchObject({
      userRating: 'enabled',
      closeTicketOnTransfer: true,
      hoursCloseTicketsAuto: 24,
    });
    expect(await put('userRating', 'yes')).toMatchObject({ status: 400 });
    expect((await put('userRating', 'yes')).text).toContain('body.value');
    // A company cannot change the installation's settings.
    for (const key of ['companyId', 'version', 'downloadLimit', 'allowSignup'])
      expect((await put(key, 'enabled')).status, key).toBe(400);
    expect(await attendant('PUT', '/api/settings/userRating', { value: 'disabled' })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
  });
});

describe('contact lookups', () => {
  it('lists contacts without pages, and finds them by name', async () => {
    const list = async (query = '') =>
      z
        .array(z.object({ id: z.int(), name: z.string() }))
        .parse((await ask('GET', `/api/contacts/list${query}`)).body);
    expect((await list()).map(({ id }) => id)).toContain(tenant.ids.contact);
    expect(await list('?name=nobody')).toEqual([]);
    await stack.drain();
    expect((await list('?name=contact')).map(({ name }) => name)).toEqual(['LOJA contact']);
    const foreign = await ask('GET', `/api/contacts/list?companyId=${tenant.ids.company + 1}`);
    expect(foreign).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  });

  it('finds contacts by number in both spellings', async () => {
    const made = await ask('POST', '/api/contacts', { name: 'Rita', number: '5511987654321' });
    const { id } = z.object({ id: z.int() }).parse(made.body);
    for (const number of ['5511987654321', '551187654321'])
      expect((await ask('GET', `/api/contacts/profile/${number}`)).body).toEqual({
        contactId: id,
        urlPicture: '',
        profilePicUrl: '',
      });
    expect(await ask('GET', '/api/contacts/profile/5511900000000')).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    });
  });
});

describe('marking a ticket unread', () => {
  it('marks it once, and refuses a closed or hidden ticket', async () => {
    const { ticket } = tenant.ids;
    const mark = () => ask('PUT', `/api/setunredmsg/${ticket}`);
    await ask('PUT', `/api/tickets/${ticket}`, { unreadMessages: 0 });
    const marked = await mark();
    expect(marked).toMatchObject({ status: 200, body: { id: ticket, unreadMessages: 1 } });
    // An unread ticket is not written again.
    expect((await mark()).body).toEqual(marked.body);
    const target = `/api/setunredmsg/${ticket}`;
    expect(await send(stack.url, { method: 'PUT', target, token: tenant.stranger.token })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    });
    await ask('PUT', `/api/tickets/${ticket}`, { status: 'closed', sendFarewellMessage: false });
    expect(await mark()).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_TRANSITION' } });
  });
});

describe('sign-in and refresh by a program without a browser', () => {
  interface Written {
    method: string;
    target: string;
    headers: [name: string, value: string][];
    body: string | undefined;
  }
  /** Returns the complete HTTP calls from the README. */
  const written = async (): Promise<Written[]> => {
    const text = await readFile(join(import.meta.dirname, '../../shared/README.md'), 'utf8');
    return [...text.matchAll(/```http\n([\s\S]*?)```/g)].map(([, block = '']) => {
      const [head = '', body] = block.trim().split('\n\n');
      const [first = '', ...lines] = head.split('\n');
      const [method = '', target = ''] = first.split(' ');
      const headers = lines.map((line): [string, string] => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)];
      });
      return { method, target, headers, body };
    });
  };
  const fill = (text: string, values: Record<string, string>) =>
    text.replace(/<(\w+)>/g, (_whole, name: string) => values[name] ?? `no ${name}`);
  const follow = ({ method, target, headers, body }: Written, values: Record<string, string>) =>
    send(stack.url, {
      method,
      target,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, fill(value, values)])),
      ...(body === undefined ? {} : { body: fill(body, values) }),
    });
  /** Returns what a program keeps of a response: token and cookie. */
  const kept = ({ body, headers }: HttpAnswer) => ({
    token: z.object({ token: z.string() }).parse(body).token,
    cookie: z.array(z.string()).parse(headers['set-cookie'])[0]?.split(';')[0] ?? '',
  });

  it("the README's calls work, and fail with any header of the refresh missing", async () => {
    const [login, me, refresh] = await written();
    if (login === undefined || me === undefined || refresh === undefined)
      throw new Error('a call is missing');
    const { email, id } = tenant.owner;
    const account = { origin: stack.url, email, password: TEST_PASSWORD };
    const signedIn = await follow(login, account);
    expect(signedIn.status, signedIn.text).toBe(200);
    expect((await follow(me, kept(signedIn))).body).toMatchObject({ id });
    expect(await follow(me, { token: 'made.up.token' })).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHENTICATED' },
    });

    expect(refresh.headers).toHaveLength(3);
    for (const [left] of refresh.headers) {
      const headers = refresh.headers.filter(([name]) => name !== left);
      const answer = await follow({ ...refresh, headers }, { ...account, ...kept(signedIn) });
      expect([401, 403], left).toContain(answer.status);
    }
    const refreshed = await follow(refresh, { ...account, ...kept(signedIn) });
    expect(refreshed.status, refreshed.text).toBe(200);
    expect(kept(refreshed).cookie).not.toBe(kept(signedIn).cookie);
    expect((await follow(me, kept(refreshed))).body).toMatchObject({ id });
    expect((await follow(refresh, { ...account, ...kept(refreshed) })).status).toBe(200);
  });
});
