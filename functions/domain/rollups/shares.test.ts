import {
  COUNTED_TAGS_MAX,
  FIGURES,
  type Figures,
  type Rollup,
  type Share,
  shareSchema,
} from '@prosa/shared/entities/rollup.ts';
import { type Attendance, attendanceSchema } from '@prosa/shared/entities/ticket.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  figuresOf,
  type Increment,
  incrementsBetween,
  NO_SHARE,
  taggedFiguresOf,
  withAttendance,
  withTicket,
} from './shares.ts';

const TIME_ZONE = 'America/Sao_Paulo';
const STARTED_MS = Date.UTC(2026, 10, 9, 12);
const instant = (ms: number): string => new Date(ms).toISOString();

const attendance = (fields: Partial<Attendance>): Attendance =>
  attendanceSchema.parse({
    companyId: 1,
    ticketId: 1,
    id: 'a',
    startedOn: instant(STARTED_MS),
    ...fields,
  });
const shareOf = (row: Attendance, held = NO_SHARE): Share => withAttendance(held, row, TIME_ZONE);

/** Returns the rows of sums that increments leave. */
const rowsOf = (increments: readonly Increment[]): Rollup[] => {
  const rows = new Map<string, Rollup>();
  for (const { kind, period, shard, counter, by } of increments) {
    const key = `${kind} ${period} ${shard}`;
    const row = rows.get(key) ?? { companyId: 1, kind, period, shard };
    row[counter] = Number(row[counter] ?? 0) + by;
    rows.set(key, row);
  }
  return [...rows.values()];
};
const withoutZeros = (rows: readonly Rollup[]) =>
  rows.flatMap(({ companyId: _company, kind, period, shard, ...counters }) =>
    Object.entries(counters).flatMap(([name, count]) =>
      count === 0 ? [] : [`${kind} ${period} ${shard} ${name} ${count}`],
    ),
  );

const taggedIn = (rows: readonly Rollup[]): Rollup[] => rows.filter(({ kind }) => kind === 'tagged');

const states = fc.record({
  userId: fc.option(fc.integer({ min: 1, max: 20 })),
  queueId: fc.option(fc.integer({ min: 1, max: 4 })),
  connectionId: fc.option(fc.integer({ min: 1, max: 4 })),
  reopened: fc.boolean(),
  waitS: fc.integer({ min: 0, max: 5_000 }),
  takeS: fc.option(fc.integer({ min: 0, max: 50_000 })),
  tagIds: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 14 }),
});
const attendanceOf = ({
  waitS,
  takeS,
  tagIds,
  ...fields
}: typeof states extends fc.Arbitrary<infer T> ? T : never): Attendance =>
  attendance({
    ...fields,
    queuedAt: instant(STARTED_MS),
    startedAt: instant(STARTED_MS + waitS * 1000),
    ...(takeS === null ? {} : { finishedAt: instant(STARTED_MS + (waitS + takeS) * 1000), tagIds }),
  });

describe('shares of attendances', () => {
  it('I22: after any sequence of states, the sums are those of the last state alone', () => {
    fc.assert(
      fc.property(fc.array(states, { minLength: 1, maxLength: 6 }), (sequence) => {
        let held = NO_SHARE;
        const increments: Increment[] = [];
        for (const state of sequence) {
          const share = shareOf(attendanceOf(state), held);
          increments.push(...incrementsBetween(held, share));
          // A share is read back from its row.
          held = shareSchema.parse(share);
        }
        const sums = rowsOf(increments);
        expect(withoutZeros(sums).toSorted()).toEqual(
          withoutZeros(rowsOf(incrementsBetween(NO_SHARE, held))).toSorted(),
        );
        expect(withoutZeros(rowsOf([...increments, ...incrementsBetween(held, NO_SHARE)]))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('I22: a share that was counted without connections, tags and resolution times is taken away as it was added', () => {
    // As it was stored then, and what it had added to the sums of its day.
    const stored = {
      attendance: {
        day: '2026-11-09',
        hour: 9,
        userId: 3,
        queueId: 2,
        figures: { begun: 1, finished: 1, handled: 1, handlingS: 60, unrated: 1 },
      },
    };
    const added = { b3: 1, f3: 1, h3: 1, i3: 60, u3: 1, B2: 1, F2: 1 };
    const held = shareSchema.parse(stored);
    const ofDay = (increments: readonly Increment[]) =>
      Object.fromEntries(
        increments.flatMap(({ kind, period, counter, by }) =>
          kind === 'attendance' && period.startsWith('1#') ? [[counter, by]] : [],
        ),
      );
    expect(ofDay(incrementsBetween(held, NO_SHARE))).toEqual(
      Object.fromEntries(Object.entries(added).map(([counter, by]) => [counter, -by])),
    );
    const rated = attendance({
      userId: 3,
      queueId: 2,
      connectionId: 5,
      finishedAt: instant(STARTED_MS + 90_000),
      tagIds: [7],
    });
    const share = shareOf(rated, held);
    const rows = rowsOf(incrementsBetween(held, share));
    expect(figuresOf(rows).byConnection.get(5)).toMatchObject({ begun: 2, resolved: 2, resolvedS: 180 });
    expect(taggedFiguresOf(taggedIn(rows)).get(7)).toMatchObject({ begun: 2, finished: 2 });
  });

  it('a ticket and its first attendance have one share, and a change of either leaves the part of the other', () => {
    const finished = attendance({ userId: 3, finishedAt: instant(STARTED_MS + 60_000) });
    const facts = { imported: null, unreadMessages: 0, userId: 3, lastMessageAt: null };
    const open = withTicket(shareOf(attendance({ userId: 3 })), { ...facts, status: 'open' });
    const both = shareOf(finished, open);
    expect(both).toMatchObject({ status: 'open', attendance: { userId: 3, figures: { finished: 1 } } });
    expect(withTicket(both, { ...facts, status: 'closed' })).toEqual({ ...both, status: null });
    expect(withAttendance(both, undefined, TIME_ZONE)).toEqual({ ...NO_SHARE, status: 'open' });
    expect(withoutZeros(rowsOf(incrementsBetween(open, both)))).not.toContainEqual(
      expect.stringMatching(/^now /),
    );
  });

  it('count the ten tags of the lowest ids, and no more', () => {
    const tagIds = Array.from({ length: 14 }, (_none, index) => 40 - index);
    const rows = rowsOf(incrementsBetween(NO_SHARE, shareOf(attendance({ tagIds }))));
    expect([...taggedFiguresOf(taggedIn(rows)).keys()].toSorted((a, b) => a - b)).toEqual(
      tagIds.toSorted((a, b) => a - b).slice(0, COUNTED_TAGS_MAX),
    );
  });

  it('a row of eight busy users in three queues and of twelve busy tags stays near a kilobyte', () => {
    const figures: Figures = Object.fromEntries(FIGURES.map((figure) => [figure, 1]));
    const sumsOfBlock = {
      ...figures,
      waitS: 150_000,
      answerS: 150_000,
      handlingS: 600_000,
      rateSum: 3_000,
    };
    const increments = Array.from({ length: 24 }, (_none, at) =>
      incrementsBetween(NO_SHARE, {
        ...NO_SHARE,
        attendance: {
          day: '2026-11-09',
          hour: 9,
          userId: 80 + (at % 8),
          queueId: 1 + (at % 3),
          connectionId: 1 + (at % 2),
          tagIds: [120 + (at % 12)],
          figures: { ...sumsOfBlock, begun: 400, finished: 400, resolved: 400, resolvedS: 900_000 },
        },
      }),
    ).flat();
    const bookkeeping = { pk: 'C#1234#ROLLUP#attendance', sk: '16#00001240#1234', _e: 'rollup', _s: 1 };
    const times = { rowCreatedAt: '2026-10-01T00:00:00.000Z', rowUpdatedAt: '2026-10-01T00:00:00.000Z' };
    const bytesOf = (row: Rollup): number =>
      // DynamoDB counts names and texts by bytes, and a number as one byte for each two digits plus one.
      Object.entries({ ...row, ...bookkeeping, ...times, version: 99_999 }).reduce(
        (sum, [name, value]) =>
          sum +
          name.length +
          (typeof value === 'number' ? Math.ceil(`${value}`.length / 2) + 1 : value.length),
        0,
      );
    const sizes = (kind: Rollup['kind']) =>
      rowsOf(increments).flatMap((row) => (row.kind === kind ? [bytesOf(row)] : []));
    expect(Math.max(...sizes('attendance'))).toBeLessThan(1_400);
    expect(Math.max(...sizes('tagged'))).toBeLessThan(1_024);
  });
});
