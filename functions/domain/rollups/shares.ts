import {
  COUNTED_TAGS_MAX,
  CURRENT_STATUSES,
  type CurrentStatus,
  FIGURES,
  type Figure,
  type Figures,
  GROUP_FIGURES,
  type Rollup,
  type RollupKind,
  type Share,
} from '@prosa/shared/entities/rollup.ts';
import type { Attendance, Ticket } from '@prosa/shared/entities/ticket.ts';
import { npsClassOf } from '@prosa/shared/rules/rating.ts';
import { localDay, localHour } from '@prosa/shared/rules/zone-format.ts';
import { type ImportedFacts, isUntouchedImport } from '../history/untouched-import.ts';
import { isDeclined } from '../tickets/attendance.ts';
import { blocksOfDay } from './day-blocks.ts';

const SECOND_MS = 1000;
/**
 * How many users share a row of sums: the figures of eight busy users take about 0.9 kB of it, those of a queue or a
 * connection 55 bytes.
 */
const USERS_PER_ROW = 8;
/** How many tags share a row of sums: about 0.8 kB if all are busy. */
const TAGS_PER_ROW = 12;
/** The id under which figures without a user, queue or connection are counted. */
const NOBODY = 0;

/** Returns the day and hour of an instant in the company's time zone. */
const localTime = (instant: string, timeZone: string): { day: string; hour: number } => {
  const ms = Date.parse(instant);
  return { day: localDay(timeZone, ms), hour: localHour(timeZone, ms) };
};

const secondsBetween = (from: string | null, to: string | null): number =>
  from === null || to === null ? 0 : Math.round((Date.parse(to) - Date.parse(from)) / SECOND_MS);

const ratingFigures = ({ rated, rate }: Attendance): Figures => {
  if (!rated || rate === null) return {};
  return { [npsClassOf(rate)]: 1, rateSum: rate };
};

const attendanceFigures = (attendance: Attendance): Figures => {
  const { startedOn, queuedAt, startedAt, respondedAt, finishedAt, rated, reopened } = attendance;
  const waitS = secondsBetween(queuedAt, startedAt);
  const handlingS = secondsBetween(startedAt, finishedAt);
  const answerS = secondsBetween(queuedAt ?? startedOn, respondedAt);
  return {
    begun: 1,
    ...(reopened ? { reopened: 1 } : {}),
    ...(finishedAt === null
      ? {}
      : { finished: 1, resolved: 1, resolvedS: secondsBetween(startedOn, finishedAt) }),
    ...(waitS > 0 ? { waited: 1, waitS } : {}),
    ...(answerS > 0 ? { answered: 1, answerS } : {}),
    ...(handlingS > 0 ? { handled: 1, handlingS } : {}),
    ...(finishedAt !== null && !rated ? { unrated: 1 } : {}),
    ...(isDeclined(attendance) ? { declined: 1 } : {}),
    ...ratingFigures(attendance),
  };
};

/** The share of rows of which nothing is counted. */
export const NO_SHARE: Share = { status: null, attendance: null, ticketId: null };

/**
 * Returns a share with the figures of an attendance, or without them if the attendance was deleted. They all count on
 * the day it began, because the dashboard's period asks for that day, and for its current attendant. The day stays once
 * it is counted, even if the company's time zone changes.
 */
export const withAttendance = (held: Share, attendance: Attendance | undefined, timeZone: string): Share => ({
  ...held,
  attendance:
    attendance === undefined
      ? null
      : {
          ...(held.attendance ?? localTime(attendance.startedOn, timeZone)),
          userId: attendance.userId ?? NOBODY,
          queueId: attendance.queueId ?? NOBODY,
          connectionId: attendance.connectionId ?? NOBODY,
          tagIds: attendance.tagIds.toSorted((a, b) => a - b).slice(0, COUNTED_TAGS_MAX),
          figures: attendanceFigures(attendance),
        },
});

const isCurrent = (status: Ticket['status']): status is CurrentStatus =>
  CURRENT_STATUSES.some((current) => current === status);

/**
 * Returns a share with a ticket's part in the current counts, its status, or without it if the ticket was deleted. A
 * ticket with only imported messages does not count.
 */
export const withTicket = (held: Share, ticket: ImportedFacts | undefined): Share => ({
  ...held,
  status:
    ticket !== undefined && isCurrent(ticket.status) && !isUntouchedImport(ticket) ? ticket.status : null,
});

/**
 * Counts a contact as a lead on the day its first ticket was created, so once. This is narrower than "one attendance
 * within the period", which no sum of days can express: a contact who came back within the period would have to be
 * removed, and one who was inactive before it would have to be added.
 */
export const leadShare = (
  first: { id: number; createdAt: string } | undefined,
  held: Share,
  timeZone: string,
): Share =>
  first === undefined
    ? NO_SHARE
    : {
        status: null,
        ticketId: first.id,
        attendance: {
          day:
            held.ticketId === first.id && held.attendance !== null
              ? held.attendance.day
              : localTime(first.createdAt, timeZone).day,
          hour: null,
          userId: NOBODY,
          queueId: null,
          connectionId: null,
          tagIds: [],
          figures: { leads: 1 },
        },
      };

/** The increase of one counter of a row of sums. */
export interface Increment {
  kind: RollupKind;
  period: string;
  shard: number;
  counter: string;
  by: number;
}

/** Counter names are short, because there is one for each user and figure. */
const LETTERS: Record<Figure, string> = {
  begun: 'b',
  finished: 'f',
  waited: 'w',
  waitS: 'x',
  answered: 'a',
  answerS: 's',
  handled: 'h',
  handlingS: 'i',
  resolved: 'e',
  resolvedS: 't',
  reopened: 'o',
  unrated: 'u',
  declined: 'v',
  promoters: 'p',
  passives: 'q',
  detractors: 'd',
  rateSum: 'r',
  leads: 'l',
};

const incrementsOf = ({ status, attendance }: Share, sign: 1 | -1): Increment[] => {
  const now: Increment[] =
    status === null ? [] : [{ kind: 'now', period: 'NOW', shard: 0, counter: status, by: sign }];
  if (attendance === null) return now;
  const { day, hour, userId, queueId, connectionId, tagIds, figures } = attendance;
  const begun: Increment[] =
    hour === null
      ? []
      : [
          {
            kind: 'begun',
            period: `D#${day}`,
            shard: 0,
            counter: `h${String(hour).padStart(2, '0')}`,
            by: sign,
          },
          { kind: 'begun', period: `M#${day.slice(0, 7)}`, shard: 0, counter: `d${day.slice(8)}`, by: sign },
        ];
  const ofUser = { kind: 'attendance', shard: Math.floor(userId / USERS_PER_ROW) } as const;
  const counters = [
    ...FIGURES.map((figure) => ({ ...ofUser, figure, counter: `${LETTERS[figure]}${userId}` })),
    ...GROUP_FIGURES.flatMap((figure) => [
      // In the row of the same users, so that they cost no further write.
      ...(queueId === null
        ? []
        : [{ ...ofUser, figure, counter: `${LETTERS[figure].toUpperCase()}${queueId}` }]),
      ...(connectionId === null
        ? []
        : [{ ...ofUser, figure, counter: `c${LETTERS[figure]}${connectionId}` }]),
      ...tagIds.map((tagId) => ({
        kind: 'tagged' as const,
        shard: Math.floor(tagId / TAGS_PER_ROW),
        figure,
        counter: `${LETTERS[figure]}${tagId}`,
      })),
    ]),
  ];
  const sums = blocksOfDay(day).flatMap((period) =>
    counters.flatMap(({ figure, ...counter }): Increment[] => {
      const count = figures[figure] ?? 0;
      return count === 0 ? [] : [{ ...counter, period, by: sign * count }];
    }),
  );
  return [...now, ...begun, ...sums];
};

/** Returns the changes of the sums when a share changes. */
export const incrementsBetween = (before: Share, after: Share): Increment[] => [
  ...incrementsOf(before, -1),
  ...incrementsOf(after, 1),
];

const FIGURE_OF = new Map(FIGURES.map((figure) => [LETTERS[figure], figure]));

/** The figures of a period by user, queue and connection; those without a user, queue or connection are at 0. */
export interface PeriodFigures {
  byUser: Map<number, Figures>;
  byQueue: Map<number, Figures>;
  byConnection: Map<number, Figures>;
}

const COUNTER = /^(c?)([a-zA-Z])(\d+)$/;

/** Returns what a counter of a row counts; undefined for other attributes. */
const countedBy = (name: string) => {
  const [, connection, letter = '', id] = COUNTER.exec(name) ?? [];
  const small = letter.toLowerCase();
  const figure = FIGURE_OF.get(small);
  if (figure === undefined) return undefined;
  const group = connection === 'c' ? 'byConnection' : letter === small ? 'byUser' : 'byQueue';
  return { figure, group, id: Number(id) } as const;
};

/** Returns the figures of rows of `attendance`. */
export const figuresOf = (rows: readonly Rollup[]): PeriodFigures => {
  const sums: PeriodFigures = { byUser: new Map(), byQueue: new Map(), byConnection: new Map() };
  for (const row of rows) {
    for (const [name, count] of Object.entries(row)) {
      const counted = countedBy(name);
      if (counted === undefined || typeof count !== 'number') continue;
      const { figure, group, id } = counted;
      const figures = sums[group].get(id) ?? {};
      figures[figure] = (figures[figure] ?? 0) + count;
      sums[group].set(id, figures);
    }
  }
  return sums;
};

/** Returns the figures of each tag from rows of `tagged`. A tag's counters have the names that a user's have in `attendance`. */
export const taggedFiguresOf = (rows: readonly Rollup[]): Map<number, Figures> => figuresOf(rows).byUser;

/** Returns the sum of all figures. */
export const sumFigures = (all: Iterable<Figures>): Figures => {
  const sum: Figures = {};
  for (const figures of all) {
    for (const figure of FIGURES) {
      const count = figures[figure] ?? 0;
      if (count !== 0) sum[figure] = (sum[figure] ?? 0) + count;
    }
  }
  return sum;
};

const BEGUN_COUNTER = /^[dh](\d\d)$/;

/** Counts the attendances that began, from rows of `begun`: by day (`2026-11-21`), or by hour of a day (`07`). */
export const begunBy = (rows: readonly Rollup[], of: 'day' | 'hour'): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const [name, count] of Object.entries(row)) {
      const [, part] = BEGUN_COUNTER.exec(name) ?? [];
      if (part === undefined || typeof count !== 'number' || count === 0) continue;
      const key = of === 'hour' ? part : `${row.period.slice(2)}-${part}`;
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
  return new Map([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
