import { makeMessageId, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import type { Counts, Fact } from '@prosa/functions/domain/rollups/facts.ts';
import { handler as messagesHandler } from '@prosa/functions/http/messages/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { countFacts, messagesByDay, messagesByMonth } from '@prosa/functions/repositories/figures/rollups.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { messageRow } from '../factories/rows.ts';
import { index as handler } from '../support/handlers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type Answer, call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { codeOf, usageOf } from './support/desk.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const TIME_ZONE = 'America/Sao_Paulo';
const [FROM, UNTIL] = [Date.UTC(2026, 8, 28), Date.UTC(2026, 10, 4)];
const RANGE = { first: '2026-09-20', last: '2026-11-20', timeZone: TIME_ZONE };

const engine = useTable();
let company: TestCompany;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  records = await followStream(engine().endpoint);
});

const count = (facts: readonly Fact[]) =>
  countFacts(company.table, facts, { nowMs: Date.now(), timeZone: TIME_ZONE });
const byDay = () => messagesByDay(company.table, RANGE).then((sums) => Object.fromEntries(sums));
const byMonth = () =>
  messagesByMonth(company.table, { timeZone: TIME_ZONE, first: '2026-09', last: '2026-11' }).then((sums) =>
    Object.fromEntries(sums),
  );

/** Counts independently of the product, by the local day or month of each message. */
class Recount {
  readonly days: Record<string, Counts> = {};
  readonly months: Record<string, Counts> = {};

  add(at: string, counts: Counts): void {
    const day = new Date(at).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
    for (const [sums, period] of [
      [this.days, day],
      [this.months, day.slice(0, 7)],
    ] as const) {
      const sum: Record<string, number> = { ...sums[period] };
      for (const [metric, count] of Object.entries(counts)) sum[metric] = (sum[metric] ?? 0) + count;
      sums[period] = sum;
    }
  }
}

/** Writes random messages, edits and deletions, and counts them in a recount. */
const conversations = (random: () => number) => {
  const recount = new Recount();
  const message = async (): Promise<void> => {
    const sentAt = new Date(FROM + random() * (UNTIL - FROM)).toISOString();
    const parts = {
      contactId: 1 + Math.floor(random() * 5),
      connectionId: 1,
      sortKey: makeSortKey(Date.parse(sentAt), systemIds.sortable(Date.now())),
    };
    const fromMe = random() < 0.4;
    const isPrivate = random() < 0.1;
    const row = messageRow({
      ...parts,
      id: makeMessageId(parts),
      companyId: company.id,
      sentAt,
      fromMe,
      isPrivate,
    });
    if (!isPrivate) recount.add(sentAt, fromMe ? { out: 1 } : { in: 1 });
    await commit([company.table.put(Message, row, 'absent')]);
    if (random() < 0.3) await commit([company.table.put(Message, { ...row, body: 'editada', ack: 3 }, 1)]);
    if (random() < 0.1) await commit([company.table.delete(Message, row)]);
  };
  return { recount, message };
};

describe('I22 rollups of messages', () => {
  it.each([1, 2, 3])(
    'R18: equal a recount after repeated deliveries and crashes at any point, seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      const { recount, message } = conversations(random);
      const earlier: StreamRecord[][] = [];
      const deliver = async (batch: StreamRecord[]): Promise<boolean> =>
        batch.length === 0 || (await handler({ Records: batch })).batchItemFailures.length === 0;

      for (let round = 0; round < 6; round++) {
        for (let count = 0; count < 12; count++) await message();
        const all = recordsFor('index', await records());
        while (all.length > 0) {
          const batch = all.splice(0, 1 + Math.floor(random() * 25));
          earlier.push(batch);
          // A crash either refuses a transaction or loses its response.
          const seen = new Set<string>();
          const mend = await spoilTable(({ operation, body }) => {
            if (operation !== 'TransactWriteItems' || seen.has(body) || random() < 0.5) return undefined;
            seen.add(body);
            return random() < 0.5 ? 'lose' : { refuse: 'ValidationException' };
          });
          await deliver(batch);
          mend();
          for (let again = 0; again < 3; again++) expect(await deliver(batch)).toBe(true);
          const old = earlier[Math.floor(random() * earlier.length)] ?? [];
          // A repeated batch is split differently from the first time.
          expect(await deliver(old.slice(Math.floor(random() * old.length)))).toBe(true);
        }
        expect(await byDay()).toEqual(recount.days);
        expect(await byMonth()).toEqual(recount.months);
      }
      expect(Object.keys(recount.days).length).toBeGreaterThan(1);
    },
  );

  const messageFact = (id: number, at = '2026-10-10T12:00:00.000Z'): Fact => ({
    id: `message.${id}`,
    at,
    counts: { in: 1 },
  });

  it('S-69: cost at most six write units for one message that was sent, and less for each of several', async () => {
    const one = await withMeter(() => count([{ ...messageFact(1), sentOver: 1 }]));
    expect(one.usage.writeUnits).toBeLessThanOrEqual(6);
    const ten = Array.from({ length: 10 }, (_none, at) => messageFact(10 + at));
    const together = await withMeter(() => count(ten));
    expect(together.usage.writeUnits / ten.length).toBeLessThanOrEqual(2.5);
  });

  it('reading a year costs no more than reading a month by days', async () => {
    const start = Date.UTC(2026, 0, 1);
    for (let day = 0; day < 365; day++) {
      const at = (hour: number) => new Date(start + (day * 24 + hour) * 3_600_000).toISOString();
      await count([7, 11, 15, 19].map((hour, index) => messageFact(1_000 + day * 4 + index, at(hour))));
    }
    const month = await withMeter(() =>
      messagesByDay(company.table, {
        timeZone: TIME_ZONE,
        first: '2026-05-01',
        last: '2026-05-31',
      }),
    );
    const year = await withMeter(() =>
      messagesByMonth(company.table, {
        timeZone: TIME_ZONE,
        first: '2026-01',
        last: '2026-12',
      }),
    );
    expect(year.usage.readUnits).toBeLessThanOrEqual(2 * month.usage.readUnits);
    expect([...year.result.values()].reduce((sum, counts) => sum + (counts.in ?? 0), 0)).toBe(365 * 4);
    expect([...month.result.values()]).toEqual(Array.from({ length: 31 }, () => ({ in: 4 })));
  });

  it('simultaneous writes of a company are spread over several rows', async () => {
    await Promise.all(Array.from({ length: 40 }, (_none, at) => count([messageFact(5_000 + at)])));
    const { pk } = keys.rollup({ kind: 'messages', period: '', shard: 0 });
    expect((await company.table.queryAll(pk, { prefix: 'D#', consistent: true })).length).toBeGreaterThan(1);
    expect(Object.values(await byDay())).toEqual([{ in: 40 }]);
  });
});

describe('GET /messages-allMe', () => {
  const ask = (query: string): Promise<Answer> =>
    call(messagesHandler, { to: `GET /messages-allMe${query}`, token: company.admin.token });
  const dayOf = (at: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });

  it('counts sent and received messages by days in the company’s time zone, as a recount does', async () => {
    const random = seededRandom(11);
    const [from, until] = [Date.UTC(2025, 5, 1), Date.UTC(2026, 10, 22)];
    const facts = Array.from({ length: 150 }, (_none, index): Fact => {
      const isOurs = random() < 0.5;
      return {
        id: `message.${index}`,
        at: new Date(from + random() * (until - from)).toISOString(),
        counts: isOurs ? { out: 1 } : { in: 1 },
      };
    });
    await count(facts);
    for (const [first, last] of [
      ['2026-10-01', '2026-10-31'],
      ['2026-09-20', '2026-10-10'],
      ['2026-08-31', '2026-10-01'],
      ['2025-06-01', '2026-11-22'],
      ['2026-02-28', '2026-02-28'],
    ] as const) {
      const within = facts.filter(({ at }) => first <= dayOf(at) && dayOf(at) <= last);
      for (const [query, metrics] of [
        ['', ['in', 'out']],
        ['&fromMe=true', ['out']],
        ['&fromMe=false', ['in']],
      ] as const) {
        const expected = within.filter(({ counts }) => metrics.some((metric) => counts[metric] === 1)).length;
        const answer = await ask(`?dateStart=${first}&dateEnd=${last}${query}`);
        expect(answer.body, `${first} ${last} ${query}`).toEqual({ count: [{ count: String(expected) }] });
      }
    }
  });

  it('costs about as much for ten years as for two months', async () => {
    const units = async (query: string) => usageOf(await ask(query)).readUnits;
    await ask('');
    const short = await units('?dateStart=2026-10-02&dateEnd=2026-11-03');
    expect(await units('?dateStart=2016-10-02&dateEnd=2026-11-03')).toBeLessThanOrEqual(short + 12);
  });

  it('defaults to today, and refuses days in the wrong order and too long periods', async () => {
    expect((await ask('')).body).toEqual({ count: [{ count: '0' }] });
    for (const query of [
      '?dateStart=2026-10-02&dateEnd=2026-10-01',
      '?dateStart=2010-10-02&dateEnd=2026-10-01',
      '?dateStart=2026-13-02',
      "?dateStart=2026-10-02'%20OR%20'1'='1",
    ])
      expect(codeOf(await ask(query)), query).toEqual([400, 'ERR_VALIDATION']);
  });
});
