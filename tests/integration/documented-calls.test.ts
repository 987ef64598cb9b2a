import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { errorOf, send } from './support/http.ts';
import { propertiesOf, requestOf } from './support/route-requests.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));

let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  tenant = await makeTenant(stack, 'LOJA', 100);
}, 120_000);
afterAll(() => stack?.stop());

const ask = (method: string, target: string, body?: unknown) =>
  send(stack.url, { method, target, token: tenant.company.admin.token, body });

describe('a slash at the end of a path', () => {
  const reads = rows.filter(({ method, permission }) => method === 'GET' && permission !== 'webhook');
  it.each(reads.map((row) => ({ id: row.id, row })))('means nothing: $id', async ({ row }) => {
    const { target } = requestOf(row, tenant.ids);
    const [path = '', query] = target.split('?');
    const slashed = query === undefined ? `${path}/` : `${path}/?${query}`;
    const plain = await ask('GET', target);
    expect(errorOf(plain)).not.toBe('ERR_NOT_FOUND');
    expect((await ask('GET', slashed)).status, plain.text).toBe(plain.status);
  });
});

describe('pages by number', () => {
  const lists = rows.filter(({ query }) => 'pageNumber' in propertiesOf(query));
  it.each(lists.map((row) => ({ id: row.id, row })))(
    'are walked to as far as the contract says, and behind it the cursor is named: $id',
    async ({ row }) => {
      const { target } = requestOf(row, tenant.ids);
      const paged = (number: number) =>
        ask('GET', `${target}${target.includes('?') ? '&' : '?'}pageNumber=${number}`);
      for (const number of [1, 2, 10]) {
        const { status, body, text } = await paged(number);
        expect(status, text).toBe(200);
        if (number > 1) expect(body).toMatchObject({ hasMore: false, cursor: null });
      }
      const beyond = await paged(11);
      expect(beyond).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
      expect(beyond.text).toContain('query.pageNumber');
      expect(beyond.text).toContain('`cursor`');
    },
  );
});

describe('what callers send', () => {
  const say = (body: object) => ask('POST', `/api/messages/${tenant.ids.ticket}`, body);

  it('has words for booleans', async () => {
    const note = await say({ body: 'anotação', isPrivate: 'true', fromMe: 'true', read: 'false' });
    expect(note).toMatchObject({ status: 200, body: { messages: [{ isPrivate: true }] } });
    const { contact } = tenant.ids;
    const block = (active: unknown) => ask('PUT', `/api/contacts/block/${contact}`, { active });
    expect(await block('false')).toMatchObject({ status: 200, body: { active: false } });
    expect(await block('true')).toMatchObject({ status: 200, body: { active: true } });
    for (const word of ['', 'yes', 'False', null]) expect((await block(word)).status).toBe(400);
  });

  it('has null for no text', async () => {
    expect(await say({ body: null })).toMatchObject({ status: 400 });
    const card = await say({ body: null, vCard: { contactId: tenant.ids.contact } });
    expect(card, card.text).toMatchObject({
      status: 200,
      body: { messages: [{ mediaType: 'contactMessage' }] },
    });
  });

  it('has fields in it that nobody asked for, where a contact is sent back', async () => {
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
