import { createManualClock } from '@prosa/infra/local/clock.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { expect, it } from 'vitest';
import { startDeployedQueue } from './support/deployed-queue.ts';

const CONVERSATIONS = 50;
const EACH = 20;

it('during a burst of 1,000 messages, a message of another company waits for one of each conversation of the burst', async () => {
  const processed: string[] = [];
  const hold = Promise.withResolvers<void>();
  const clock = createManualClock();
  const store = createSqsStore({ clock });
  const inbound = startDeployedQueue(
    'inbound',
    async ({ Records }) => {
      await hold.promise;
      processed.push(...Records.map(({ body }) => body));
      return { batchItemFailures: [] };
    },
    { store, clock },
  );
  for (let index = 0; index < CONVERSATIONS * EACH; index += 1) {
    const groupId = `1:1:${index % CONVERSATIONS}`;
    inbound.queue.send({ body: `burst ${index}`, groupId, deduplicationId: `burst ${index}` });
  }
  inbound.queue.send({ body: 'other', groupId: '2:2:1', deduplicationId: 'other' });
  hold.resolve();
  await inbound.idle();
  await inbound.stop();
  store.stop();
  expect(processed).toHaveLength(CONVERSATIONS * EACH + 1);
  expect(processed.indexOf('other')).toBeLessThanOrEqual(CONVERSATIONS);
});
