import type {
  DashboardAttendant,
  DashboardConnection,
  DashboardCounters,
  DashboardQueue,
  DashboardTag,
  GroupFigures,
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

/** Returns what is shown of a queue's, connection's, tag's or attendant's figures. */
const groupFiguresOf = (sum: Figures): GroupFigures => ({
  tickets: sum.begun ?? 0,
  finished: sum.finished ?? 0,
  avgWaitTime: averageMinutes(sum.waitS, sum.waited),
  avgFirstResponseTime: averageMinutes(sum.answerS, sum.answered),
  avgResolutionTime: averageMinutes(sum.resolvedS, sum.resolved),
  reopened: sum.reopened ?? 0,
  reopenRate: percent(sum.reopened ?? 0, sum.begun ?? 0),
});

/** Returns the counters of a period. The counts of open, waiting and group tickets are the current ones. */
export const countersOf = (sum: Figures, now: Record<CurrentStatus, number>): DashboardCounters => {
  const { promoters = 0, passives = 0, detractors = 0 } = sum;
  const rated = ratedOf(sum);
  const { tickets: _begun, finished, ...shown } = groupFiguresOf(sum);
  return {
    supportHappening: now.open,
    supportPending: now.pending,
    supportGroups: now.group,
    supportFinished: finished,
    leads: sum.leads ?? 0,
    avgSupportTime: averageMinutes(sum.handlingS, sum.handled),
    ...shown,
    tickets: finished,
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
        ...groupFiguresOf(own),
        avgSupportTime: averageMinutes(own.handlingS, own.handled),
        rating: countRating === 0 ? null : ratio(own.rateSum ?? 0, countRating),
        countRating,
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'pt') || a.id - b.id);

/** The id under which figures without a queue or connection are counted. */
const NONE = 0;

const byTickets = (a: GroupFigures, b: GroupFigures): number => b.tickets - a.tickets;

/**
 * Returns a row for each queue with attendances in the period, the most attendances first; those without queue last.
 */
export const queuesOf = (
  queues: readonly { id: number; name: string; color: string }[],
  figures: ReadonlyMap<number, Figures>,
): DashboardQueue[] =>
  [
    ...queues
      .map(({ id, name, color }) => ({
        queue: { id, name, color },
        ...groupFiguresOf(figures.get(id) ?? {}),
      }))
      .toSorted(byTickets),
    { queue: null, ...groupFiguresOf(figures.get(NONE) ?? {}) },
  ].filter(({ tickets }) => tickets > 0);

/** Returns a row for each connection with attendances, the most first; those without connection last. */
export const connectionsOf = (
  connections: readonly { id: number; name: string }[],
  figures: ReadonlyMap<number, Figures>,
): DashboardConnection[] =>
  [
    ...connections
      .map(({ id, name }) => ({ connection: { id, name }, ...groupFiguresOf(figures.get(id) ?? {}) }))
      .toSorted(byTickets),
    { connection: null, ...groupFiguresOf(figures.get(NONE) ?? {}) },
  ].filter(({ tickets }) => tickets > 0);

/** Returns the ids of the tags with the most attendances. */
export const topTagIds = (figures: ReadonlyMap<number, Figures>, max: number): number[] =>
  [...figures]
    .filter(([, { begun = 0 }]) => begun > 0)
    .toSorted(([a, one], [b, other]) => (other.begun ?? 0) - (one.begun ?? 0) || a - b)
    .slice(0, max)
    .map(([id]) => id);

/** Returns a row for each of these tags that still exist, the most attendances first. */
export const tagsOf = (
  tags: readonly { id: number; name: string; color: string }[],
  figures: ReadonlyMap<number, Figures>,
): DashboardTag[] =>
  tags
    .map(({ id, name, color }) => ({ tag: { id, name, color }, ...groupFiguresOf(figures.get(id) ?? {}) }))
    .toSorted(byTickets);
