import {
  CURRENT_STATUSES,
  type CurrentStatus,
  FIGURES,
  type Figure,
  type Figures,
  type Rollup,
  type RollupKind,
  type Share,
} from '@prosa/shared/entities/rollup.ts';
import type { Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';
import { npsClassOf } from '@prosa/shared/rules/rating.ts';
import { type ImportedFacts, isUntouchedImport } from '../history/untouched-import.ts';
import { localDay, localHour } from '../zone-format.ts';
import { blocksOfDay } from './day-blocks.ts';

const SECOND_MS = 1000;
/** Users whose sums share a row: with all figures of eight it stays under a kilobyte. */
const USERS_PER_ROW = 8;
/** Who has what nobody has. */
const NOBODY = 0;

/** When something was, by the company's clock. */
const localTime = (instant: string, timeZone: string): { day: string; hour: number } => {
  const ms = Date.parse(instant);
  return { day: localDay(timeZone, ms), hour: localHour(timeZone, ms) };
};

const secondsBetween = (from: string | null, to: string | null): number =>
  from === null || to === null ? 0 : Math.round((Date.parse(to) - Date.parse(from)) / SECOND_MS);

const ratingFigures = ({ rated, rate }: TicketTracking): Figures => {
  if (!rated || rate === null) return {};
  return { [npsClassOf(rate)]: 1, rateSum: rate };
};

const stretchFigures = (stretch: TicketTracking): Figures => {
  const { queuedAt, startedAt, finishedAt, rated, rate } = stretch;
  const waitS = secondsBetween(queuedAt, startedAt);
  const handlingS = secondsBetween(startedAt, finishedAt);
  const isUnrated = finishedAt !== null && !rated;
  return {
    begun: 1,
    ...(finishedAt === null ? {} : { finished: 1 }),
    ...(waitS > 0 ? { waited: 1, waitS } : {}),
    ...(handlingS > 0 ? { handled: 1, handlingS } : {}),
    ...(isUnrated ? { unrated: 1 } : {}),
    ...(isUnrated && rate === 0 ? { declined: 1 } : {}),
    ...ratingFigures(stretch),
  };
};

/**
 * What a stretch of attendance has in the figures: all of it on the day it began, as the period of the dashboard asks, with
 * whoever has it. A day once counted stays, wherever the company moves.
 */
export const stretchShare = (stretch: TicketTracking, held: Share | null, timeZone: string): Share => ({
  status: null,
  ticketId: null,
  attendance: {
    ...(held?.attendance ?? localTime(stretch.startedOn, timeZone)),
    userId: stretch.userId ?? NOBODY,
    figures: stretchFigures(stretch),
  },
});

const isCurrent = (status: Ticket['status']): status is CurrentStatus =>
  CURRENT_STATUSES.some((current) => current === status);

/** A ticket counts among those of its status, now; one of old messages alone among none. */
export const ticketShare = (ticket: ImportedFacts): Share => ({
  status: isCurrent(ticket.status) && !isUntouchedImport(ticket) ? ticket.status : null,
  ticketId: null,
  attendance: null,
});

/**
 * A contact counts as a lead on the day its first ticket was made. That is narrower than "one stretch of attendance within
 * the period", which no sum of days can tell: somebody who came back within it would have to leave, and somebody who was
 * away before it to come in. A contact is thus a lead once.
 */
export const leadShare = (
  first: { id: number; createdAt: string } | undefined,
  held: Share | null,
  timeZone: string,
): Share | null =>
  first === undefined
    ? null
    : {
        status: null,
        ticketId: first.id,
        attendance: {
          day:
            held?.ticketId === first.id && held.attendance !== null
              ? held.attendance.day
              : localTime(first.createdAt, timeZone).day,
          hour: null,
          userId: NOBODY,
          figures: { leads: 1 },
        },
      };

/** By how much a count of a row of sums rises. */
export interface Increment {
  kind: RollupKind;
  period: string;
  shard: number;
  counter: string;
  by: number;
}

/** Counters have short names: there is one for each user and figure. */
const LETTERS: Record<Figure, string> = {
  begun: 'b',
  finished: 'f',
  waited: 'w',
  waitS: 'x',
  handled: 'h',
  handlingS: 'i',
  unrated: 'u',
  declined: 'v',
  promoters: 'p',
  passives: 'q',
  detractors: 'd',
  rateSum: 'r',
  leads: 'l',
};

const incrementsOf = (share: Share | null, sign: 1 | -1): Increment[] => {
  if (share === null) return [];
  const { status, attendance } = share;
  const now: Increment[] =
    status === null ? [] : [{ kind: 'now', period: 'NOW', shard: 0, counter: status, by: sign }];
  if (attendance === null) return now;
  const { day, hour, userId, figures } = attendance;
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
  const shard = Math.floor(userId / USERS_PER_ROW);
  const sums = blocksOfDay(day).flatMap((period) =>
    FIGURES.flatMap((figure): Increment[] => {
      const count = figures[figure] ?? 0;
      if (count === 0) return [];
      return [
        { kind: 'attendance', period, shard, counter: `${LETTERS[figure]}${userId}`, by: sign * count },
      ];
    }),
  );
  return [...now, ...begun, ...sums];
};

/** What changes in the sums where a row's share becomes another. */
export const incrementsBetween = (before: Share | null, after: Share | null): Increment[] => [
  ...incrementsOf(before, -1),
  ...incrementsOf(after, 1),
];

const FIGURE_OF = new Map(FIGURES.map((figure) => [LETTERS[figure], figure]));
const COUNTER = /^([a-z])(\d+)$/;

/** The figures of each user, of rows of `attendance`; those of nobody are at 0. */
export const figuresByUser = (rows: readonly Rollup[]): Map<number, Figures> => {
  const users = new Map<number, Figures>();
  for (const row of rows) {
    for (const [name, count] of Object.entries(row)) {
      const [, letter = '', user] = COUNTER.exec(name) ?? [];
      const figure = FIGURE_OF.get(letter);
      if (figure === undefined || typeof count !== 'number') continue;
      const figures = users.get(Number(user)) ?? {};
      figures[figure] = (figures[figure] ?? 0) + count;
      users.set(Number(user), figures);
    }
  }
  return users;
};

/** The figures of all together. */
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

/** Stretches that began, of rows of `begun`: of days by day (`2026-11-21`), of a day by hour (`07`). */
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
