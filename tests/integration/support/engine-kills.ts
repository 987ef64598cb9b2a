import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { createManualClock } from '@prosa/infra/local/clock.ts';
import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { expect } from 'vitest';
import { makeCompany } from '../../factories/company.ts';
import { textEvent } from '../../factories/inbound-events.ts';
import { inbound as handler } from '../../support/handlers.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { startDeployedQueue } from './deployed-queue.ts';
import { useEdge } from './edge.ts';
import { storedFrom } from './meta-workers.ts';
import { useTable } from './table.ts';
import { standBeforeTable } from './table-proxy.ts';
import { brokenRules } from './table-rules.ts';
import { readTable } from './table-scan.ts';

const CUSTOMERS = 8;
const TEXTS_PER_KILL = 4;
const HEALTHY_WITHIN_MS = 5_000;
const SEED = 20_261_122;
const FIRST_RETRY_MS = QUEUE_RETRIES.inbound.delaysS[0] * 1000;

/**
 * Returns a function that kills the table's engine in the middle of transactions while customers write. It checks that
 * no transaction is partial and that the queue delivers every message. Call at the top level.
 */
export const useEngineKills = (): ((kills: number) => Promise<number>) => {
  const engine = useTable();
  const clock = createManualClock(Date.now());
  const edge = useEdge({ clock });
  return async (kills) => {
    const random = seededRandom(SEED);
    const company = await makeCompany();
    const where = { companyId: company.id, connectionId: await company.addConnection() };
    let triedAgain = 0;
    const inbound = startDeployedQueue(
      'inbound',
      async (event) => {
        const response = await handler(event);
        triedAgain += response.batchItemFailures.length;
        return response;
      },
      { store: edge().sqs, clock },
    );
    const written = new Map<string, string[]>();
    let untilKill = 0;
    let onKill = (): void => undefined;
    const mend = await standBeforeTable(async ({ operation }, forward) => {
      const answer = forward().catch(() => undefined);
      if (operation === 'TransactWriteItems') {
        untilKill -= 1;
        if (untilKill === 0) onKill();
      }
      return answer;
    });

    const slowest = { ms: 0 };
    const longest = { minutes: 0 };
    for (let kill = 0; kill < kills; kill++) {
      for (let n = 0; n < TEXTS_PER_KILL; n++) {
        const from = `55219700000${String(Math.floor(random() * CUSTOMERS)).padStart(2, '0')}`;
        const text = `mensagem ${kill}.${n}`;
        written.set(from, [...(written.get(from) ?? []), text]);
        const event = textEvent(where, from, text, { sentAt: Date.now() + kill * 100 + n });
        inbound.queue.send({
          body: JSON.stringify(event),
          groupId: from,
          deduplicationId: event.providerMessageId,
        });
      }
      untilKill = 1 + Math.floor(random() * TEXTS_PER_KILL);
      const killed = new Promise<void>((resolve) => {
        onKill = () => resolve(engine().kill());
      });
      // If there are fewer transactions than the test waits for, the engine is killed while idle.
      await Promise.race([killed, inbound.idle().then(() => (untilKill > 0 ? engine().kill() : killed))]);
      // At every other kill, the client's retries end before the restart, so that only the queue retries.
      if (kill % 2 === 0) await inbound.idle();
      const startedAt = performance.now();
      await engine().restart();
      await commit([
        company.table.put(Tag, { companyId: company.id, id: 1, name: 'viva', color: '#112233' }, 'any'),
      ]);
      slowest.ms = Math.max(slowest.ms, performance.now() - startedAt);
      await inbound.idle();
      // Some failed messages are retried after one kill, and some only after two kills.
      if (kill % 3 === 0) inbound.clock.advance(FIRST_RETRY_MS);
      else longest.minutes = Math.max(longest.minutes, await inbound.drain());
    }
    mend();

    expect(slowest.ms).toBeLessThanOrEqual(HEALTHY_WITHIN_MS);
    expect(inbound.dead()).toEqual([]);
    // A fault that is over delays nobody for a minute.
    expect(longest.minutes).toBeLessThanOrEqual(1);
    await inbound.stop();
    for (const [from, texts] of written) {
      const stored = await storedFrom(company.table, where.connectionId, from);
      expect(
        stored.map(({ body }) => body),
        `seed ${SEED}`,
      ).toEqual(texts);
    }
    const rows = await readTable(engine().endpoint);
    expect(brokenRules(rows)).toEqual([]);
    for (const entity of ['ticket', 'conversation', 'providerMessage', 'ticketLog', 'contact'])
      expect(brokenRules(rows.filter((row) => row.entity !== entity)), entity).not.toEqual([]);
    return triedAgain;
  };
};
