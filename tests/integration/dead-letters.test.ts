import { replayDeadLetters } from '@prosa/functions/streams/replay.ts';
import { createManualClock } from '@prosa/infra/local/clock.ts';
import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { QUEUE_NAMES } from '@prosa/shared/resource-names.ts';
import { describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { textEvent } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { startDeployedQueue } from './support/deployed-queue.ts';
import { useEdge } from './support/edge.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

useTable();
const clock = createManualClock(Date.now());
const edge = useEdge({ clock });

describe('R21: dead-letter queues', () => {
  it('a message is retried as often as deployed, kept as a dead letter, and processed once after the fix', async () => {
    const company = await makeCompany();
    const connectionId = await company.addConnection();
    const from = '5511955550003';
    const worker = startDeployedQueue('inbound', inbound, { store: edge().sqs, clock });
    const texts = ['um', 'dois'];
    for (const text of texts) {
      const event = textEvent({ companyId: company.id, connectionId }, from, text);
      worker.queue.send({
        body: JSON.stringify(event),
        groupId: from,
        deduplicationId: event.providerMessageId,
      });
    }
    const mend = await spoilTable(({ operation }) =>
      operation === 'TransactWriteItems' ? { refuse: 'ValidationException' } : undefined,
    );
    const minutes = await worker.drain();
    const { delaysS } = QUEUE_RETRIES.inbound;
    // One message of the conversation after the other.
    expect(minutes * 60).toBeCloseTo(texts.length * delaysS.reduce((sum, delayS) => sum + delayS, 0), 0);
    expect(edge().sqs.queue('inbound-dlq').counts().ready).toBeGreaterThan(0);
    expect(await storedFrom(company.table, connectionId, from)).toEqual([]);

    // The fault remains: the messages fail again and are back in the dead-letter queue.
    expect((await replayDeadLetters()).get('inbound')).toBeGreaterThan(0);
    await worker.drain();
    expect(edge().sqs.queue('inbound-dlq').counts().ready).toBeGreaterThan(0);

    mend();
    await replayDeadLetters();
    await worker.drain();
    await replayDeadLetters();
    await worker.drain();
    const stored = await storedFrom(company.table, connectionId, from);
    expect(stored.map(({ body }) => body).toSorted()).toEqual(texts.toSorted());
    expect(await replayDeadLetters()).toEqual(new Map());
    await worker.stop();
  });

  it('replay returns each message to its own queue and keeps the order of a group', async () => {
    for (const name of QUEUE_NAMES) {
      const deadLetters = edge().sqs.queue(`${name}-dlq`);
      for (const nth of [1, 2, 3]) {
        const fifo = deadLetters.fifo ? { groupId: 'g', deduplicationId: `${name} ${nth}` } : {};
        deadLetters.send({ body: JSON.stringify(nth), ...fifo });
      }
    }
    expect(await replayDeadLetters()).toEqual(new Map(QUEUE_NAMES.map((name) => [name, 3])));
    for (const name of QUEUE_NAMES) expect(edge().takeAll(name), name).toEqual([1, 2, 3]);
    expect(await replayDeadLetters()).toEqual(new Map());
  });
});
