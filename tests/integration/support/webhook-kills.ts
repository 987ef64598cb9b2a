import { metaSecrets } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ChannelRoute } from '@prosa/functions/platform/table/entities/connections.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { afterEach, beforeAll, expect } from 'vitest';
import { makeCompany, type TestCompany } from '../../factories/company.ts';
import { cloudDelivery, cloudText, signatureOf } from '../../factories/meta-deliveries.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { useBucket } from './bucket.ts';
import { runMetaWorkers, storedFrom } from './meta-workers.ts';
import { useQueues } from './queues.ts';
import { useTable } from './table.ts';
import { useWebhookProcesses } from './webhook-processes.ts';

const PHONE_NUMBER_ID = '106540352242922';
const CUSTOMERS = 10;
const SEED = 20_261_121;
const DELIVERIES_AT_ONCE = 4;
/** A process answers at most this many requests before it is killed, at a random time after the last one. */
const MAX_ANSWERS_PER_LIFE = 8;
const MAX_KILL_DELAY_MS = 8;

interface Delivery {
  body: string;
  customer: string;
  text: string;
}
export interface WebhookKills {
  /** Kills the function in every other delivery: before it queues, or after it queues and before it answers. */
  killHalf(when: 'before' | 'after', count: number): Promise<number>;
  /** Kills the function at random moments during the given number of deliveries. */
  killAtAnyMoment(count: number): Promise<number>;
}

/**
 * Returns functions that kill the process of the webhook function while Meta delivers. They check that no message is
 * lost, duplicated or out of order. Call at the top level.
 */
export const useWebhookKills = (): WebhookKills => {
  useTable();
  useBucket();
  const queues = useQueues();
  const webhook = useWebhookProcesses();

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

  let round = 0;
  const startedAtS = Math.floor(Date.now() / 1000);

  /** Makes deliveries of alternating customers, with one second from message to message. */
  const makeDeliveries = (count: number): Delivery[] => {
    round += 1;
    return Array.from({ length: count }, (_, n) => {
      const customer = `5531977${round}${String(n % CUSTOMERS).padStart(5, '0')}`;
      const text = `mensagem ${n}`;
      const message = cloudText(text, { from: customer, timestampS: startedAtS - 3_600 + n });
      return { body: cloudDelivery(PHONE_NUMBER_ID, [message]), customer, text };
    });
  };

  const post = ({ body }: Delivery): Promise<number | undefined> =>
    webhook.post(body, signatureOf(appSecret, body));

  /** Expects each message once, in the order in which its customer wrote. */
  const expectAllOnceInOrder = async (deliveries: readonly Delivery[]): Promise<void> => {
    const written = Map.groupBy(deliveries, ({ customer }) => customer);
    expect(written.size).toBe(CUSTOMERS);
    for (const [customer, theirs] of written) {
      const stored = await storedFrom(company.table, connectionId, customer);
      expect(stored.map(({ body }) => body)).toEqual(theirs.map(({ text }) => text));
    }
  };

  /** Kills the function at the given moment of sending, in every other delivery. */
  const killHalf = async (when: 'before' | 'after', count: number): Promise<number> => {
    const deliveries = makeDeliveries(count);
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
    // Meta redelivers unacknowledged deliveries out of order, and possibly acknowledged ones as well.
    const again = when === 'before' ? unanswered : deliveries;
    for (const delivery of again.toReversed()) expect(await post(delivery)).toBe(200);
    expect(await runMetaWorkers(queues())).toBe(count);
    await expectAllOnceInOrder(deliveries);
    return webhook.kills();
  };

  const killAtAnyMoment = async (count: number): Promise<number> => {
    const random = seededRandom(SEED);
    const deliveries = makeDeliveries(count);
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
    // Meta sends deliveries in parallel.
    await Promise.all(Array.from({ length: DELIVERIES_AT_ONCE }, lane));
    clearTimeout(kill);
    expect(unanswered).toBeGreaterThanOrEqual(count / 10);
    await runMetaWorkers(queues());
    await expectAllOnceInOrder(deliveries);
    return webhook.kills();
  };
  return { killHalf, killAtAnyMoment };
};
