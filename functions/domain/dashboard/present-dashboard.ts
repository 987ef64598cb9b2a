import type {
  DashboardAttendant,
  DashboardCounters,
  DashboardQueue,
} from '@prosa/shared/contracts/dashboard.ts';
import type { CurrentStatus, Figures } from '@prosa/shared/entities/rollup.ts';

const MINUTE_S = 60;

/** Returns a percentage rounded to a hundredth; 0 if `whole` is 0. */
const ratio = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 100) / whole) / 100;
const percent = (part: number, whole: number): number => ratio(part * 100, whole);

/** Returns whole minutes, rounded down as the dashboard always did; 0 if nothing was counted. */
const averageMinutes = (seconds = 0, count = 0): number =>
  count === 0 ? 0 : Math.floor(seconds / count / MINUTE_S);

const ratedOf = ({ promoters = 0, passives = 0, detractors = 0 }: Figures): number =>
  promoters + passives + detractors;

/** Returns the counters of a period. The counts of open, waiting and group tickets are the current ones. */
export const countersOf = (sum: Figures, now: Record<CurrentStatus, number>): DashboardCounters => {
  const { promoters = 0, passives = 0, detractors = 0 } = sum;
  const rated = ratedOf(sum);
  return {
    supportHappening: now.open,
    supportPending: now.pending,
    supportGroups: now.group,
    supportFinished: sum.finished ?? 0,
    leads: sum.leads ?? 0,
    avgSupportTime: averageMinutes(sum.handlingS, sum.handled),
    avgWaitTime: averageMinutes(sum.waitS, sum.waited),
    avgFirstResponseTime: averageMinutes(sum.answerS, sum.answered),
    tickets: sum.finished ?? 0,
    waitRating: sum.unrated ?? 0,
    withoutRating: sum.declined ?? 0,
    withRating: rated,
    percRating: percent(rated, sum.begun ?? 0),
    npsScore: percent(promoters - detractors, rated),
    npsPromotersPerc: percent(promoters, rated),
    npsPassivePerc: percent(passives, rated),
    npsDetractorsPerc: percent(detractors, rated),
  };
};

/** Returns a row for each user of the company, sorted by name, with the user's figures of the period. */
export const attendantsOf = (
  users: readonly { id: number; name: string }[],
  figures: ReadonlyMap<number, Figures>,
  online: ReadonlySet<number>,
): DashboardAttendant[] =>
  users
    .map(({ id, name }) => {
      const own = figures.get(id) ?? {};
      const countRating = ratedOf(own);
      return {
        id,
        name,
        online: online.has(id),
        tickets: own.begun ?? 0,
        avgSupportTime: averageMinutes(own.handlingS, own.handled),
        avgWaitTime: averageMinutes(own.waitS, own.waited),
        avgFirstResponseTime: averageMinutes(own.answerS, own.answered),
        rating: countRating === 0 ? null : ratio(own.rateSum ?? 0, countRating),
        countRating,
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'pt') || a.id - b.id);

const NO_QUEUE = 0;

/**
 * Returns a row for each queue with attendances in the period, the most attendances first; those without queue last.
 */
export const queuesOf = (
  queues: readonly { id: number; name: string; color: string }[],
  figures: ReadonlyMap<number, Figures>,
): DashboardQueue[] => {
  const rowOf = (queue: DashboardQueue['queue'], own: Figures = {}): DashboardQueue => ({
    queue,
    tickets: own.begun ?? 0,
    finished: own.finished ?? 0,
    avgWaitTime: averageMinutes(own.waitS, own.waited),
    avgFirstResponseTime: averageMinutes(own.answerS, own.answered),
  });
  return [
    ...queues
      .map(({ id, name, color }) => rowOf({ id, name, color }, figures.get(id)))
      .toSorted((a, b) => b.tickets - a.tickets),
    rowOf(null, figures.get(NO_QUEUE)),
  ].filter(({ tickets }) => tickets > 0);
};
