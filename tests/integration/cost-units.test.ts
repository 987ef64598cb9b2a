import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadConversation } from '@prosa/functions/repositories/tickets/tickets.ts';
import { RECEIVED_TEXT, TICK } from '@prosa/infra/aws/costs/units.ts';
import { describe, expect, it, vi } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { inbound, outboxSweep as sweep, timerTick as tick } from '../support/handlers.ts';
import { billedWriteUnits } from './support/billed-writes.ts';
import { consume } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { useSlowClock } from './support/slow-clock.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const engine = useTable();
useEdge();
useSlowClock();

/** Expects at most the units that the README counts, and not so many fewer that the README would mislead. */
const expectCounted = (measured: number, counted: number): void => {
  expect(measured).toBeLessThanOrEqual(counted);
  expect(measured * 2).toBeGreaterThanOrEqual(counted);
};

describe("units in the README's cost calculation", () => {
  it('the clock of an unused installation costs the counted units', async () => {
    // The first run finds out where the run before it stopped.
    for (const run of [tick, sweep]) await run({});
    const usages = [await withMeter(() => tick({})), await withMeter(() => sweep({}))].map(
      ({ usage }) => usage,
    );
    expectCounted(usages.reduce((sum, { readUnits }) => sum + readUnits, 0) / usages.length, TICK.tableReads);
    expect(usages.map(({ writeUnits }) => writeUnits)).toEqual([0, 0]);
  });

  it('a text of ten words that arrives on an open ticket costs the counted units', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const where = { companyId: company.id, connectionId: await company.addConnection() };
    const number = '5511987654321';
    const take = async (body: string) =>
      expect(failedIndexes(await inbound(sqsEvent([textEvent(where, number, body)])))).toEqual([]);
    await take('Olá');
    const { contact } = await findContactByIdentities(company.table, [{ kind: 'phone', value: number }]);
    const conversation = await loadConversation(company.table, contact?.id ?? 0, where.connectionId);
    const ticket = await reload(company.table, conversation?.activeTicketId ?? 0);
    const attended = { ...ticket, queueId, status: 'open', userId: 1 } as const;
    await commit([company.table.put(Ticket, attended, ticket.version)]);
    const records = await followStream(engine().endpoint);

    const { message, search, rollups } = RECEIVED_TEXT.tableWrites;
    let reads = 0;
    const metered = async (work: () => Promise<unknown>): Promise<void> => {
      reads += (await withMeter(work)).usage.readUnits;
    };
    const billed = (work: () => Promise<unknown>): Promise<number> =>
      billedWriteUnits(engine().endpoint, company.id, () => metered(work));
    const text = 'Bom dia! Gostaria de saber se o pedido já saiu para entrega.';
    expectCounted(await billed(() => take(text)), message);
    const changes = await records();
    // Search words and report counts are in no index, so the engine counts their units as AWS does.
    const { usage } = await withMeter(() => consume(changes));
    expectCounted(usage.writeUnits, search + rollups);
    expectCounted(reads + usage.readUnits, RECEIVED_TEXT.tableReads);
  });
});
