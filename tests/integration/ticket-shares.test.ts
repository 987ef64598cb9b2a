import { NO_SHARE } from '@prosa/functions/domain/rollups/shares.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Attendance, CountedShare, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { readCurrent, readFigures, ticketShareId } from '@prosa/functions/repositories/figures/figures.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { attendanceSchema } from '@prosa/shared/entities/ticket.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { index as handler } from '../support/handlers.ts';
import { recordsFor } from './support/consumers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const engine = useTable();
let company: TestCompany;
let userId: number;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  userId = company.admin.id;
  records = await followStream(engine().endpoint);
});

describe('the share of a ticket and its first attendance', () => {
  const STARTED_ON = '2026-10-11T12:00:00.000Z';
  const deliver = async (...batch: StreamRecord[]): Promise<void> =>
    expect((await handler({ Records: batch })).batchItemFailures).toEqual([]);
  const figures = async () => {
    const [{ byUser }, current] = await Promise.all([
      readFigures(company.table, { first: '2026-10-11', last: '2026-10-11' }),
      readCurrent(company.table),
    ]);
    return { ...current, begun: byUser.get(userId)?.begun ?? 0 };
  };
  /** Creates a ticket with its attendance, and returns the records of both. */
  const begin = async (id: number) => {
    const ticket = ticketRow({ companyId: company.id, id, contactId: id });
    const attendance = attendanceSchema.parse({
      companyId: company.id,
      ticketId: id,
      id: 'a',
      startedOn: STARTED_ON,
    });
    await commit([
      company.table.put(Ticket, ticket, 'absent'),
      company.table.put(Attendance, attendance, 'absent'),
    ]);
    return { ticket, attendance, made: recordsFor('index', await records()) };
  };
  const accept = async ({ ticket, attendance }: Awaited<ReturnType<typeof begin>>) => {
    await commit([
      company.table.put(Ticket, { ...ticket, status: 'open', userId }, 1),
      company.table.put(Attendance, { ...attendance, userId, startedAt: STARTED_ON }, 1),
    ]);
    return recordsFor('index', await records());
  };
  const remove = async ({ ticket, attendance }: Awaited<ReturnType<typeof begin>>) => {
    await commit([company.table.delete(Ticket, ticket), company.table.delete(Attendance, attendance)]);
    return recordsFor('index', await records());
  };
  /** Returns every order of some records. */
  const orders = (some: readonly StreamRecord[]): StreamRecord[][] =>
    some.length === 0
      ? [[]]
      : some.flatMap((first) =>
          orders(some.filter((record) => record !== first)).map((rest) => [first, ...rest]),
        );

  it('costs eight write units when the ticket is accepted: the share, its status, and two blocks of days', async () => {
    const story = await begin(1);
    await deliver(...story.made);
    const accepted = await accept(story);
    const { usage } = await withMeter(() => deliver(...accepted));
    expect(usage.writeUnits).toBe(8);
    expect(await figures()).toEqual({ open: 1, pending: 0, group: 0, begun: 1 });
  });

  it('R18: is right in every order in which the changes of both are delivered, each of them twice', async () => {
    const stories = [];
    for (let id = 1; id <= 24; id++) {
      const story = await begin(id);
      stories.push({ ...story, all: [...story.made, ...(await accept(story))] });
    }
    for (const [index, { all }] of stories.entries()) {
      for (const record of orders(all)[index] ?? []) {
        await deliver(record);
        await deliver(record);
      }
    }
    expect(await figures()).toEqual({ open: 24, pending: 0, group: 0, begun: 24 });

    for (const [index, story] of stories.entries()) {
      const gone = await remove(story);
      for (const record of orders([...gone, ...story.all.slice(2)])[index] ?? []) await deliver(record);
      await deliver(...story.made);
    }
    expect(await figures()).toEqual({ open: 0, pending: 0, group: 0, begun: 0 });
    const shares = await company.table.getMany(
      CountedShare,
      stories.map(({ ticket }) => ({ id: ticketShareId(ticket.id) })),
    );
    expect(shares.filter((share) => share?.goneAt !== null)).toHaveLength(24);
  });

  it('is kept until both are deleted', async () => {
    const story = await begin(1);
    await deliver(...story.made);
    const [ofTicket, ofAttendance] = await remove(story);
    if (ofTicket === undefined || ofAttendance === undefined) throw new Error('not deleted');
    await deliver(ofTicket);
    expect(await company.table.get(CountedShare, { id: ticketShareId(1) })).toMatchObject({ goneAt: null });
    await deliver(ofAttendance);
    expect(await company.table.get(CountedShare, { id: ticketShareId(1) })).toMatchObject({
      goneAt: expect.any(String),
      share: NO_SHARE,
    });
  });

  it('does not include a later attendance, which has a share of its own', async () => {
    const story = await begin(1);
    await deliver(...story.made);
    await accept(story).then((all) => deliver(...all));
    const later = { ...story.attendance, id: 'b', reopened: true, userId };
    await commit([company.table.put(Attendance, later, 'absent')]);
    const made = recordsFor('index', await records());
    for (let times = 0; times < 2; times++) await deliver(...made);
    expect(await figures()).toMatchObject({ open: 1, begun: 2 });
    await commit([company.table.delete(Attendance, later)]);
    await deliver(...recordsFor('index', await records()));
    await deliver(...made);
    expect(await figures()).toMatchObject({ open: 1, begun: 1 });
  });
});
