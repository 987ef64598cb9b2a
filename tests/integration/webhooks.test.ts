import { handler as webhooks } from '@prosa/functions/http/webhooks/handler.ts';
import { getDirectory } from '@prosa/functions/platform/directory.ts';
import { metaSecrets } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ChannelRoute } from '@prosa/functions/platform/table/entities/connections.ts';
import { Quarantine } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { cloudDelivery, cloudText, signatureOf } from '../factories/meta-deliveries.ts';
import { metaWebhooks as metaWorker } from '../support/handlers.ts';
import { ownCompany } from '../support/own-company.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { runMetaWorkers, storedFrom as storedMessages } from './support/meta-workers.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();
const queues = useQueues();

const PHONE_NUMBER_ID = '106540352242922';
let company: TestCompany;
let connectionId: number;
let appSecret: string;
let verifyToken: string;

beforeAll(async () => {
  ({ appSecret, verifyToken } = await metaSecrets());
  company = await makeCompany();
  connectionId = await company.addConnection({ channel: 'whatsappapi' });
  await route(PHONE_NUMBER_ID, company.id, connectionId);
});
afterEach(() => {
  queues().onSend = undefined;
  queues().drain('meta-webhooks');
  queues().drain('inbound');
});

const route = (accountId: string, companyId: number, connection: number, channel = 'whatsappapi') =>
  commit([
    globalTable.put(ChannelRoute, { channel, accountId, companyId, connectionId: connection }, 'absent'),
  ]);

const deliver = (
  body: string,
  signature: string | undefined = signatureOf(appSecret, body),
): Promise<Answer> =>
  call(webhooks, {
    to: 'POST /webhooks/meta',
    body,
    headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
  });

/** Delivers, and expects an acknowledgement. */
const queueOf = async (body: string): Promise<void> => {
  expect(await deliver(body)).toMatchObject({ status: 200, body: 'EVENT_RECEIVED' });
};

const work = () => runMetaWorkers(queues());
const storedFrom = (number: string) => storedMessages(company.table, connectionId, number);
const quarantined = async () => {
  const { pk } = keys.global.quarantine({ source: 'meta', id: '' });
  return (await globalTable.query(Quarantine, { pk, limit: 1000, maxExamined: 1000, consistent: true })).rows;
};

describe("Meta's webhook verification", () => {
  const raw = async (token: string, mode = 'subscribe') => {
    const query = new URLSearchParams({
      'hub.mode': mode,
      'hub.challenge': '1158201444',
      'hub.verify_token': token,
    });
    return call(webhooks, { to: `GET /webhooks/meta?${query}` });
  };

  it('R08: echoes the challenge as text for the right token, and nothing for another', async () => {
    const answer = await raw(verifyToken);
    expect(answer).toMatchObject({ status: 200, body: '1158201444' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    for (const wrong of [`${verifyToken}x`, verifyToken.slice(1), '', verifyToken.toUpperCase()]) {
      expect((await raw(wrong)).status).toBe(403);
    }
    expect((await raw(verifyToken, 'unsubscribe')).status).toBe(403);
    expect((await call(webhooks, { to: 'GET /webhooks/meta' })).status).toBe(403);
  });
});

describe('delivery of Meta', () => {
  it('S-50: is accepted only with a signature over exactly its bytes', async () => {
    const body = cloudDelivery(PHONE_NUMBER_ID, [cloudText('olá ção 😀')]);
    const good = signatureOf(appSecret, body);
    const wrong: (string | undefined)[] = [
      undefined,
      '',
      'sha256=',
      good.slice(0, -1),
      `${good}0`,
      good.replace('sha256=', 'sha1='),
      good.toUpperCase(),
      signatureOf('another-app-secret', body),
      signatureOf(appSecret, JSON.stringify(JSON.parse(body), null, 1)),
      signatureOf(appSecret, body.replace('😀', '\\ud83d\\ude00')),
      signatureOf(appSecret, ''),
    ];
    for (const signature of wrong) {
      const answer = await call(webhooks, {
        to: 'POST /webhooks/meta',
        body,
        headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
      });
      expect(answer.status, String(signature)).toBe(401);
    }
    expect(queues().drain('meta-webhooks')).toEqual([]);
  });

  it('a delivery becomes a message on a ticket, and S-51: a replay changes nothing', async () => {
    const body = cloudDelivery(PHONE_NUMBER_ID, [cloudText('oi', { from: '5531977770001' })]);
    await queueOf(body);
    expect(await work()).toBe(1);
    expect(await storedFrom('5531977770001')).toMatchObject([{ body: 'oi', connectionId }]);
    await queueOf(body);
    await work();
    expect(await storedFrom('5531977770001')).toHaveLength(1);
  });

  it('R05: a delivery with one malformed update in 1 000 stores 999 and quarantines one', async () => {
    const from = '5531977770002';
    const messages: unknown[] = Array.from({ length: 1000 }, (_, n) => cloudText(`m${n}`, { from }));
    messages[500] = { from, id: 'wamid.BROKEN', timestamp: 'yesterday', type: 'text' };
    const before = (await quarantined()).length;
    await queueOf(cloudDelivery(PHONE_NUMBER_ID, messages));
    expect(await work()).toBe(999);
    const rows = await storedFrom(from);
    expect(rows.map(({ body }) => body)).toEqual(
      Array.from({ length: 1000 }, (_, n) => `m${n}`).filter((text) => text !== 'm500'),
    );
    const aside = await quarantined();
    expect(aside).toHaveLength(before + 1);
    expect(aside.some((row) => row.reason === 'malformed message')).toBe(true);
  });

  it('R05 S-36: an update nested 30,000 levels deep is quarantined, and the messages beside it are stored', async () => {
    const from = '5531977770009';
    const marker = 'FUNDO';
    const deep = { ...cloudText('estranha', { from }), extra: marker };
    const body = cloudDelivery(PHONE_NUMBER_ID, [
      cloudText('antes', { from }),
      deep,
      cloudText('depois', { from }),
    ]);
    const before = (await quarantined()).length;
    await queueOf(body.replace(`"${marker}"`, `${'['.repeat(30_000)}1${']'.repeat(30_000)}`));
    expect(await work()).toBe(2);
    expect((await storedFrom(from)).map((row) => row.body)).toEqual(['antes', 'depois']);
    const aside = await quarantined();
    expect(aside).toHaveLength(before + 1);
    expect(aside.find(({ reason }) => reason === 'nested too deeply')?.payload).toContain('estranha');
  });

  it('R07: a delivery for an unknown number, or a removed or unpaid company, is quarantined without a company', async () => {
    const expired = await makeCompany({ company: { dueDate: '2020-01-01' } });
    await route('expired-number', expired.id, await expired.addConnection({ channel: 'whatsappapi' }));
    await route('gone-number', 987_654, 1);
    const before = (await quarantined()).length;
    for (const account of ['unknown-number', 'gone-number', 'expired-number']) {
      await queueOf(cloudDelivery(account, [cloudText('alguém aí?', { from: '5531977770003' })]));
    }
    expect(await work()).toBe(0);
    const aside = await quarantined();
    expect(aside).toHaveLength(before + 3);
    expect(aside.map(({ reason }) => String(reason).split(' (')[0])).toEqual(
      expect.arrayContaining(['unknown account', 'company or connection is gone', 'subscription expired']),
    );
    expect(
      (await findContactByIdentities(expired.table, [{ kind: 'phone', value: '5531977770003' }])).contact,
    ).toBeUndefined();
    expect(await getDirectory(ownCompany(987_654))).toBeUndefined();
  });

  it('R06: a delivery of 3 MB waits in the bucket and is stored as well', async () => {
    const from = '5531977770004';
    const messages = Array.from({ length: 50 }, (_, n) => cloudText(`${n} ${'ç'.repeat(32_000)}`, { from }));
    const body = cloudDelivery(PHONE_NUMBER_ID, messages);
    expect(Buffer.byteLength(body)).toBeGreaterThan(3_000_000);
    await queueOf(body);
    const [queued] = queues().drain('meta-webhooks');
    expect(queued?.body.length).toBeLessThan(500);
    expect(failedIndexes(await metaWorker(sqsEvent([queued?.body ?? ''])))).toEqual([]);
    expect(await work()).toBe(50);
    expect(await storedFrom(from)).toHaveLength(50);
    // A repeated delivery finds nothing left to do.
    expect(failedIndexes(await metaWorker(sqsEvent([queued?.body ?? ''])))).toEqual([]);
  });

  it('R06: a delivery of 3 MB is accepted within a second, 99 of 100 times', async () => {
    const messages = Array.from({ length: 50 }, (_, n) => cloudText(`${n} ${'ç'.repeat(32_000)}`));
    const body = cloudDelivery(PHONE_NUMBER_ID, messages);
    const took: number[] = [];
    for (let n = 0; n < 100; n++) {
      const startedAt = performance.now();
      await queueOf(body);
      took.push(performance.now() - startedAt);
    }
    const claims = queues().drain('meta-webhooks');
    expect(claims).toHaveLength(100);
    for (const claim of claims) expect(claim.body.length).toBeLessThan(500);
    expect(took.toSorted((a, b) => a - b)[98]).toBeLessThanOrEqual(1_000);
  });

  /** How a queue fails that is down: with a refusal, with no answer, or with a late answer. */
  const AWAY: Record<string, () => void | Promise<void>> = {
    'refuses every call': () => {
      throw new Error('away');
    },
    'never answers': () => new Promise(() => undefined),
  };

  it.each(Object.entries(AWAY))(
    'R10: is refused within three seconds while the queue %s for a minute, never acknowledged, and stored afterwards',
    async (how, away) => {
      // One delivery for each second of the outage, sent without waiting, because each is handled independently of
      // the outage's length.
      const texts = Array.from({ length: 60 }, (_, n) => `espera ${n}`);
      const from = how.startsWith('never') ? '5531977770006' : '5531977770005';
      const startS = Math.floor(Date.now() / 1000) - 3_600;
      const bodies = texts.map((text, n) =>
        cloudDelivery(PHONE_NUMBER_ID, [cloudText(text, { from, timestampS: startS + n })]),
      );
      queues().onSend = (when) => (when === 'before' ? away() : undefined);
      const refusals = await Promise.all(
        bodies.map(async (body) => {
          const startedAt = performance.now();
          const { status } = await deliver(body);
          return { status, ms: performance.now() - startedAt };
        }),
      );
      expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]));
      expect(Math.max(...refusals.map(({ ms }) => ms))).toBeLessThan(3_000);
      queues().onSend = undefined;
      // Meta redelivers unacknowledged deliveries, the latest first.
      for (const body of bodies.toReversed()) await queueOf(body);
      await work();
      expect((await storedFrom(from)).map(({ body }) => body)).toEqual(texts);
    },
  );
});
