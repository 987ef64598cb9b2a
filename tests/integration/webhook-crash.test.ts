import { metaSecrets } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ChannelRoute } from '@prosa/functions/platform/table/entities/connections.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { cloudDelivery, cloudText, signatureOf } from '../factories/meta-deliveries.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useBucket } from './support/bucket.ts';
import { runMetaWorkers, storedFrom } from './support/meta-workers.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';
import { useWebhookProcesses } from './support/webhook-processes.ts';

useTable();
useBucket();
const queues = useQueues();
const webhook = useWebhookProcesses();

/** A process starts for every kill. */
const SLOW_MS = 180_000;
const PHONE_NUMBER_ID = '106540352242922';
const DELIVERIES = 200;
const CUSTOMERS = 10;
const SEED = 20_261_121;
const DELIVERIES_AT_ONCE = 4;
/** A process answers so many at most before it is killed, a random while after the last. */
const MAX_ANSWERS_PER_LIFE = 8;
const MAX_KILL_DELAY_MS = 8;

let company: TestCompany;
let connectionId: number;
let appSecret: string;

beforeAll(async () => {
  ({ appSecret } = await metaSecrets());
  company = await makeCompany();
  connectionId = await company.addConnection({ channel: 'whatsappapi' });
  const route = { channel: 'whatsappapi', accountId: PHONE_NUMBER_ID, companyId: company.id, connectionId };
  await commit([globalTable.put(ChannelRoute, route, 'absent')]);
});
afterEach(() => {
  queues().onSend = undefined;
  queues().drain('meta-webhooks');
  queues().drain('inbound');
});

interface Delivery {
  body: string;
  customer: string;
  text: string;
}
let round = 0;
const startedAtS = Math.floor(Date.now() / 1000);

/** Customers in turn, each message a second after the one before it. */
const makeDeliveries = (): Delivery[] => {
  round += 1;
  return Array.from({ length: DELIVERIES }, (_, n) => {
    const customer = `5531977${round}${String(n % CUSTOMERS).padStart(5, '0')}`;
    const text = `mensagem ${n}`;
    const message = cloudText(text, { from: customer, timestampS: startedAtS - 3_600 + n });
    return { body: cloudDelivery(PHONE_NUMBER_ID, [message]), customer, text };
  });
};

const post = ({ body }: Delivery): Promise<number | undefined> =>
  webhook.post(body, signatureOf(appSecret, body));

/** Every message once, in the order its customer wrote. */
const expectAllOnceInOrder = async (deliveries: readonly Delivery[]): Promise<void> => {
  const written = Map.groupBy(deliveries, ({ customer }) => customer);
  expect(written.size).toBe(CUSTOMERS);
  for (const [customer, theirs] of written) {
    const stored = await storedFrom(company.table, connectionId, customer);
    expect(stored.map(({ body }) => body)).toEqual(theirs.map(({ text }) => text));
  }
};

describe('the webhook function killed', () => {
  /** Every other delivery dies at a moment of its sending. */
  const killHalf = async (when: 'before' | 'after'): Promise<void> => {
    const deliveries = makeDeliveries();
    const unanswered: Delivery[] = [];
    for (const [n, delivery] of deliveries.entries()) {
      const isKilled = n % 2 === 0;
      queues().onSend = (at) => {
        if (at !== when || !isKilled) return;
        webhook.kill();
        if (when === 'before') throw new Error('killed on the way');
      };
      expect(await post(delivery), `delivery ${n}`).toBe(isKilled ? undefined : 200);
      if (isKilled) unanswered.push(delivery);
    }
    queues().onSend = undefined;
    expect(webhook.kills()).toBe(DELIVERIES / 2);
    // What was not acknowledged comes again, later ones among the first; what may have been may come again too.
    const again = when === 'before' ? unanswered : deliveries;
    for (const delivery of again.toReversed()) expect(await post(delivery)).toBe(200);
    expect(await runMetaWorkers(queues())).toBe(DELIVERIES);
    await expectAllOnceInOrder(deliveries);
  };

  it(
    'R01: before it queued loses and doubles none of 200 deliveries, 100 of them killed',
    () => killHalf('before'),
    SLOW_MS,
  );

  it(
    'R02: after it queued and before it answered loses and doubles none of 200 deliveries, 100 of them killed',
    () => killHalf('after'),
    SLOW_MS,
  );

  it(
    'R01, R02: at any moment loses and doubles none of 200 deliveries',
    async () => {
      const random = seededRandom(SEED);
      const deliveries = makeDeliveries();
      const waiting = [...deliveries];
      let answersLeft = 0;
      let kill: NodeJS.Timeout | undefined;
      const killSoon = () => {
        answersLeft = Math.floor(random() * MAX_ANSWERS_PER_LIFE);
        kill = undefined;
      };
      const onAnswer = () => {
        answersLeft -= 1;
        if (answersLeft > 0 || kill !== undefined) return;
        kill = setTimeout(() => {
          webhook.kill();
          killSoon();
        }, random() * MAX_KILL_DELAY_MS);
      };
      killSoon();
      let unanswered = 0;
      const lane = async (): Promise<void> => {
        for (let delivery = waiting.shift(); delivery !== undefined; delivery = waiting.shift()) {
          const status = await post(delivery);
          if (status === 200) {
            onAnswer();
            continue;
          }
          expect(status, `seed ${SEED}`).toBeUndefined();
          unanswered += 1;
          waiting.push(delivery);
        }
      };
      // Meta does not wait for one before it delivers the next.
      await Promise.all(Array.from({ length: DELIVERIES_AT_ONCE }, lane));
      clearTimeout(kill);
      expect(webhook.kills(), `seed ${SEED}`).toBeGreaterThanOrEqual(20);
      expect(unanswered).toBeGreaterThanOrEqual(20);
      await runMetaWorkers(queues());
      await expectAllOnceInOrder(deliveries);
    },
    SLOW_MS,
  );
});
