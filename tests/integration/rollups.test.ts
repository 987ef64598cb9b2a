import { makeMessageId, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import type { Counts, Fact } from '@prosa/functions/domain/rollups/facts.ts';
import { sendCounter } from '@prosa/functions/domain/sends/count-sends.ts';
import { handler as messagesHandler } from '@prosa/functions/http/messages/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit, MAX_TRANSACTION_ITEMS } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { addToRollupItem } from '@prosa/functions/platform/table/updates.ts';
import { countFacts, messagesByDay } from '@prosa/functions/repositories/figures/rollups.ts';
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
const DAY_MS = 86_400_000;
const [FROM, UNTIL] = [Date.UTC(2026, 8, 28), Date.UTC(2026, 10, 4)];
const RANGE = { first: '2026-09-20', last: '2026-11-20' };

const engine = useTable();
let company: TestCompany;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  records = await followStream(engine().endpoint);
});

const count = (facts: readonly Fact[], timeZone = TIME_ZONE) =>
  countFacts(company.table, facts, { nowMs: Date.now(), timeZone });
const byDay = () => messagesByDay(company.table, RANGE).then((sums) => Object.fromEntries(sums));

/** Counts independently of the product, by the local day of each message. */
class Recount {
  readonly days: Record<string, Counts> = {};

  add(at: string, counts: Counts): void {
    const day = new Date(at).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
    const sum: Record<string, number> = { ...this.days[day] };
    for (const [metric, count] of Object.entries(counts)) sum[metric] = (sum[metric] ?? 0) + count;
    this.days[day] = sum;
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
      }
      expect(Object.keys(recount.days).length).toBeGreaterThan(1);
    },
  );

  const messageFact = (id: number, at = '2026-10-10T12:00:00.000Z'): Fact => ({
    id: `message.${id}`,
    at,
    counts: { in: 1 },
  });

  it('S-69: cost at most four write units for one message that was sent, and less for each of several', async () => {
    const one = await withMeter(() => count([{ ...messageFact(1), sentOver: 1 }]));
    expect(one.usage.writeUnits).toBeLessThanOrEqual(4);
    const ten = Array.from({ length: 10 }, (_none, at) => messageFact(10 + at));
    const together = await withMeter(() => count(ten));
    expect(together.usage.writeUnits / ten.length).toBeLessThanOrEqual(2.2);
  });

  it.each([
    ['America/Sao_Paulo', '2026-10-31'],
    ['UTC', '2026-11-01'],
    ['Asia/Kolkata', '2026-11-01'],
    ['Pacific/Kiritimati', '2026-11-01'],
    ['Etc/GMT+12', '2026-10-31'],
  ])('in %s a message of the end of a month counts on %s', async (timeZone, day) => {
    await count([messageFact(1, '2026-11-01T00:30:00.000Z')], timeZone);
    expect(await byDay()).toEqual({ [day]: { in: 1 } });
  });

  it('a message that is delivered again after the company moved to another time zone is counted once', async () => {
    const late = messageFact(1, '2026-11-01T01:00:00.000Z');
    await count([late], 'America/Sao_Paulo');
    await count([messageFact(2, '2026-11-01T02:00:00.000Z'), late], 'Asia/Tokyo');
    expect(await byDay()).toEqual({ '2026-10-31': { in: 1 }, '2026-11-01': { in: 1 } });
  });

  it('a year in which every day has many messages costs at most 50 read units', async () => {
    const start = Date.UTC(2026, 0, 1);
    const increments = Array.from({ length: 365 * 4 }, (_none, at) =>
      addToRollupItem(
        company.table,
        {
          kind: 'messages',
          period: `D#${new Date(start + Math.floor(at / 4) * DAY_MS).toISOString().slice(0, 10)}`,
          shard: at % 4,
        },
        new Map([
          ['in', 12_345],
          ['out', 12_345],
          ...Array.from({ length: 5 }, (_no, nth): [string, number] => [sendCounter(1 + nth), 1_234]),
        ]),
        start,
      ),
    );
    for (let from = 0; from < increments.length; from += MAX_TRANSACTION_ITEMS)
      await commit(increments.slice(from, from + MAX_TRANSACTION_ITEMS));
    const { usage, result } = await withMeter(() =>
      messagesByDay(company.table, { first: '2026-01-01', last: '2026-12-31' }),
    );
    expect(usage.readUnits).toBeLessThanOrEqual(50);
    expect([...result.values()]).toEqual(Array.from({ length: 365 }, () => ({ in: 49_380, out: 49_380 })));
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

  it('costs as much for ten years as for a day if only that day has messages', async () => {
    await ask('');
    await count([{ id: 'message.1', at: '2020-10-02T12:00:00.000Z', counts: { in: 1 } }]);
    const { calls, readUnits } = usageOf(await ask('?dateStart=2020-10-02&dateEnd=2020-10-02'));
    const answer = await ask('?dateStart=2016-10-02&dateEnd=2026-11-03');
    expect(answer.body).toEqual({ count: [{ count: '1' }] });
    expect(usageOf(answer)).toMatchObject({ calls, readUnits });
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
