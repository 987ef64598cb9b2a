import { readFile } from 'node:fs/promises';
import { handler as webhooks } from '@prosa/functions/http/webhooks/handler.ts';
import { metaSecrets } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ChannelRoute } from '@prosa/functions/platform/table/entities/connections.ts';
import { Quarantine } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { signatureOf } from '../factories/meta-deliveries.ts';
import { type Answer, call } from './support/call.ts';
import { runMetaWorkers, storedFrom as storedMessages } from './support/meta-workers.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
const queues = useQueues();

const CHANNELS = {
  facebook: {
    fixture: 'messenger/conversation',
    object: 'page',
    account: '209001112223334',
    customer: '7000000000000001',
    kind: 'psid',
  },
  instagram: {
    fixture: 'instagram/conversation',
    object: 'instagram',
    account: '17841400000000001',
    customer: '880010000000001',
    kind: 'igsid',
  },
} as const;
type Channel = keyof typeof CHANNELS;
const EACH = ['facebook', 'instagram'] as const satisfies Channel[];
/** Time of the first message in each recorded delivery. */
const RECORDED_AT = 1_795_200_000_123;
const WRITTEN_AT = Date.now() - 60_000;

let company: TestCompany;
let appSecret: string;
const connections = new Map<Channel, number>();

beforeAll(async () => {
  ({ appSecret } = await metaSecrets());
  company = await makeCompany();
  for (const channel of EACH) {
    const connectionId = await company.addConnection({ channel });
    connections.set(channel, connectionId);
    const accountId = CHANNELS[channel].account;
    await commit([
      globalTable.put(ChannelRoute, { channel, accountId, companyId: company.id, connectionId }, 'absent'),
    ]);
  }
});
afterEach(() => {
  queues().drain('meta-webhooks');
  queues().drain('inbound');
});

/** Returns a recorded delivery with its times moved to a minute ago, because old events are set aside. */
const recorded = async (channel: Channel): Promise<string> => {
  const file = new URL(`../fixtures/meta/${CHANNELS[channel].fixture}.json`, import.meta.url);
  const isTime = (key: string) => key === 'timestamp' || key === 'time' || key === 'watermark';
  const parsed: unknown = JSON.parse(await readFile(file, 'utf8'), (key, value: unknown) =>
    isTime(key) && typeof value === 'number' ? value - RECORDED_AT + WRITTEN_AT : value,
  );
  return JSON.stringify(parsed);
};

/** Builds a text in Meta's documented shape; `fields` go into its message. */
const delivery = (
  channel: Channel,
  text: string,
  fields: Record<string, unknown> = {},
  from: { customer?: string; account?: string; at?: number } = {},
): string => {
  const { object, account, customer } = { ...CHANNELS[channel], ...from };
  const timestamp = from.at ?? WRITTEN_AT + 10_000;
  const message = { mid: `m_${channel}_${text}`, text, ...fields };
  const messaging = [{ sender: { id: customer }, recipient: { id: account }, timestamp, message }];
  return JSON.stringify({ object, entry: [{ id: account, time: timestamp, messaging }] });
};

const deliver = (body: string, signature = signatureOf(appSecret, body)): Promise<Answer> =>
  call(webhooks, { to: 'POST /webhooks/meta', body, headers: { 'x-hub-signature-256': signature } });
const accept = async (body: string): Promise<void> => {
  expect(await deliver(body)).toMatchObject({ status: 200, body: 'EVENT_RECEIVED' });
};
const quarantined = async () => {
  const { pk } = keys.global.quarantine({ source: 'meta', id: '' });
  return (await globalTable.query(Quarantine, { pk, limit: 100, consistent: true })).rows;
};
const work = () => runMetaWorkers(queues());
const connectionOf = (channel: Channel): number => connections.get(channel) ?? 0;
const storedFrom = (channel: Channel, customer: string = CHANNELS[channel].customer) =>
  storedMessages(company.table, connectionOf(channel), customer, CHANNELS[channel].kind);

describe("Meta's recorded deliveries", () => {
  it('Messenger: stores a text, an answer sent elsewhere with its receipts, and an edit', async () => {
    await accept(await recorded('facebook'));
    expect(await work()).toBe(5);
    const messages = await storedFrom('facebook');
    expect(messages).toMatchObject([
      { body: 'Tem no tamanho G?', isEdited: true, fromMe: false, providerMessageId: 'm_first' },
      { body: 'Tem sim!', fromMe: true, userId: null, ack: 3, sendState: 'sent' },
    ]);
    expect(Date.parse(messages[0]?.sentAt ?? '')).toBe(WRITTEN_AT);
    expect(await loadTicket(company.table, messages[0]?.ticketId ?? 0)).toMatchObject({
      channel: 'facebook',
      status: 'pending',
      connectionId: connectionOf('facebook'),
      unreadMessages: 0,
      lastMessage: 'Tem sim!',
      contact: { number: '', identities: [{ kind: 'psid', value: '7000000000000001' }] },
    });
  });

  it('Instagram: stores a text and a mention, and never shows an unsent message', async () => {
    await accept(await recorded('instagram'));
    expect(await work()).toBe(5);
    const messages = await storedFrom('instagram');
    expect(messages).toMatchObject([
      { body: 'Oi! Qual o preço?', fromMe: false, mediaType: 'extendedTextMessage' },
      { mediaType: 'unsupported', dataJson: { providerType: 'story_mention' } },
    ]);
    expect(await loadTicket(company.table, messages[0]?.ticketId ?? 0)).toMatchObject({
      channel: 'instagram',
      status: 'pending',
      unreadMessages: 2,
      contact: { identities: [{ kind: 'igsid', value: '880010000000001' }] },
    });
    // The message that was unsent arrives late.
    await accept(delivery('instagram', 'segredo', { mid: 'ig_gone' }));
    await work();
    expect((await storedFrom('instagram')).find(({ body }) => body === 'segredo')).toMatchObject({
      isDeleted: true,
    });
  });
});

describe.each(EACH)('%s', (channel) => {
  const { kind } = CHANNELS[channel];

  it('S-50: a delivery is accepted only with a valid signature', async () => {
    const body = delivery(channel, 'falsa');
    for (const signature of ['', signatureOf('another-app-secret', body), signatureOf(appSecret, `${body} `)])
      expect((await deliver(body, signature)).status).toBe(401);
    expect(queues().drain('meta-webhooks')).toEqual([]);
  });

  it('R02, R04, S-51: each text is stored once and in order, despite reordered and repeated deliveries', async () => {
    const customer = `5550001${channel.length}`;
    const texts = ['primeira', 'segunda 😀', 'terceira'];
    const bodies = texts.map((text, n) =>
      delivery(channel, text, {}, { customer, at: WRITTEN_AT + n * 1_000 }),
    );
    for (const body of [...bodies.toReversed(), ...bodies]) await accept(body);
    await work();
    for (const body of bodies) await accept(body);
    await work();
    const messages = await storedFrom(channel, customer);
    expect(messages.map(({ body }) => body)).toEqual(texts);
    expect(new Set(messages.map(({ ticketId }) => ticketId)).size).toBe(1);
  });

  it('a reply quotes its message', async () => {
    const customer = `5550002${channel.length}`;
    await accept(delivery(channel, 'pergunta', {}, { customer }));
    await work();
    const [question] = await storedFrom(channel, customer);
    const reply_to = { mid: question?.providerMessageId };
    await accept(delivery(channel, 'mais uma coisa', { reply_to }, { customer, at: WRITTEN_AT + 20_000 }));
    await work();
    expect((await storedFrom(channel, customer))[1]).toMatchObject({
      quoted: { id: question?.id, body: 'pergunta', fromMe: false },
    });
  });

  it('R04: each attachment is a message of its own, in order, despite repeated deliveries', async () => {
    const customer = `5550005${channel.length}`;
    const attachments = ['image', 'file'].map((type) => ({
      type,
      payload: { url: `https://cdn.example/${type}.pdf` },
    }));
    const body = delivery(channel, 'veja', { mid: `m_files_${channel}`, attachments }, { customer });
    for (const repeated of [body, body]) await accept(repeated);
    await work();
    expect(await storedFrom(channel, customer)).toMatchObject([
      { body: 'veja', mediaType: 'image', media: { state: 'fetching' } },
      { body: 'file.pdf', mediaType: 'application', providerMessageId: `m_files_${channel}#1` },
    ]);
  });

  it('R05: a malformed update is quarantined, and the others of its delivery are stored', async () => {
    const customer = `5550003${channel.length}`;
    const parsed = JSON.parse(delivery(channel, 'boa', {}, { customer }));
    parsed.entry[0].messaging.unshift({ sender: { id: customer }, message: { text: 'sem id' } });
    await accept(JSON.stringify(parsed));
    expect(await work()).toBe(1);
    expect(await storedFrom(channel, customer)).toMatchObject([{ body: 'boa' }]);
    const aside = await quarantined();
    expect(aside.some(({ reason }) => reason === 'malformed message')).toBe(true);
  });

  it('R07: a delivery for an unknown account is quarantined without a company', async () => {
    const customer = `5550004${channel.length}`;
    await accept(delivery(channel, 'alguém aí?', {}, { customer, account: '999000999' }));
    expect(await work()).toBe(0);
    const aside = await quarantined();
    expect(aside.map(({ reason }) => reason)).toContain(`unknown account (${channel}:999000999)`);
    const { contact } = await findContactByIdentities(company.table, [{ kind, value: customer }]);
    expect(contact).toBeUndefined();
  });
});

it('the same customer number on both channels makes two contacts', async () => {
  const customer = '4440001';
  for (const channel of EACH) await accept(delivery(channel, `por ${channel}`, {}, { customer }));
  await work();
  for (const channel of EACH) {
    expect((await storedFrom(channel, customer)).map(({ body }) => body)).toEqual([`por ${channel}`]);
  }
});
