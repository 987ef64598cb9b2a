import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';

const WAIT = { timeout: 60_000, interval: 200 } as const;
const PAGE = '104200000000001';
const PHONE = '106500000000001';
const WABA = '102300000000001';

const ticketsSchema = z.object({
  tickets: z.array(
    z.object({ id: z.int(), lastMessage: z.string(), contact: z.object({ name: z.string() }) }),
  ),
});
const linesSchema = z.array(z.object({ text: z.string().optional(), ack: z.int() }));
const idSchema = z.object({ id: z.int() });
const connectionsSchema = z.array(idSchema.extend({ channel: z.string() }));
const templatesSchema = z.object({ templates: z.array(z.object({ name: z.string(), status: z.string() })) });
const RITA = '5511955553333';
const accountsSchema = z.object({
  user: z.object({ token: z.string() }),
  accounts: z.array(z.object({ accountId: z.string(), token: z.string() })),
});

describe('the whole program with the fake Graph API', () => {
  let stack: Stack;
  let ana: Client;
  beforeAll(async () => {
    stack = await startStack({ seed: 'demo' });
    ana = await signIn(stack.url, 'ana@demo.local', stack.adminPassword);
    const { user, accounts } = accountsSchema.parse(await sandbox('accounts'));
    await ana.call('POST', '/facebook', {
      facebookUserId: '10223300000000001',
      facebookUserToken: user.token,
      pageIds: [PAGE],
      addInstagram: true,
    });
    await ana.call('POST', '/whatsappapi', {
      accessToken: accounts.find(({ accountId }) => accountId === PHONE)?.token,
      phoneNumberId: PHONE,
      businessAccountId: WABA,
    });
  });
  afterAll(() => stack.stop());

  const sandbox = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${stack.url}/sandbox/${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

  it.each([
    ['whatsappapi', '5511955554444'],
    ['facebook', 'maria.face'],
    ['instagram', 'maria.insta'],
  ])('a customer on %s writes and gets the answer', async (channel, from) => {
    const text = `Quero comprar (${channel})`;
    await sandbox('messages', { channel, from, name: `Maria ${channel}`, text });
    const ticket = await vi.waitFor(async () => {
      const { tickets } = ticketsSchema.parse(await ana.call('GET', '/tickets?status=pending&showAll=true'));
      const found = tickets.find(({ contact }) => contact.name === `Maria ${channel}`);
      if (found === undefined) throw new Error('no ticket');
      return found;
    }, WAIT);
    await ana.call('PUT', `/tickets/${ticket.id}`, { status: 'open', queueId: 1 });
    await ana.call('POST', `/messages/${ticket.id}`, { body: 'Claro!' });
    await vi.waitFor(async () => {
      const lines = linesSchema.parse(await sandbox(`messages?channel=${channel}&contact=${from}`));
      expect(lines.map((line) => line.text)).toContain('Claro!');
    }, WAIT);
  });

  it('a template is reviewed, and reaches a customer who never wrote', async () => {
    const connections = connectionsSchema.parse(await ana.call('GET', '/whatsapp'));
    const whatsappId = connections.find(({ channel }) => channel === 'whatsappapi')?.id;
    const list = async (query: string) =>
      templatesSchema.parse(await ana.call('GET', `/message-templates?whatsappId=${whatsappId}${query}`))
        .templates;
    await ana.call('POST', '/message-templates/sync', { whatsappId });
    expect((await list('')).map(({ name }) => name)).toContain('birthday_coupon');
    await ana.call('POST', '/message-templates', {
      whatsappId,
      name: 'stock_is_back',
      language: 'pt_BR',
      category: 'UTILITY',
      header: { kind: 'text', text: 'Chegou!' },
      body: 'Oi, {{1}}! O produto {{2}} voltou.',
      footer: 'Loja Sol',
      examples: { body: { '1': 'Maria', '2': 'Camisa' } },
    });
    await vi.waitFor(
      async () => expect(await list('&searchParam=stock')).toMatchObject([{ status: 'APPROVED' }]),
      WAIT,
    );
    const contact = idSchema.parse(await ana.call('POST', '/contacts', { name: 'Rita', number: RITA }));
    const ticket = idSchema.parse(
      await ana.call('POST', '/tickets', { contactId: contact.id, whatsappId, queueId: 1, status: 'open' }),
    );
    await ana.call('POST', `/messages/template/${ticket.id}`, {
      name: 'stock_is_back',
      language: 'pt_BR',
      values: { body: { '1': 'Rita', '2': 'Camisa' } },
    });
    await vi.waitFor(async () => {
      const lines = linesSchema.parse(await sandbox(`messages?channel=whatsappapi&contact=${RITA}`));
      expect(lines.map((line) => line.text)).toEqual([
        'Chegou!\n\nOi, Rita! O produto Camisa voltou.\n\nLoja Sol',
      ]);
    }, WAIT);
  });
});
