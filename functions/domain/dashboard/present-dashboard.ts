import type { DashboardAttendant, DashboardCounters } from '@prosa/shared/contracts/dashboard.ts';
import type { CurrentStatus, Figures } from '@prosa/shared/entities/rollup.ts';

const MINUTE_S = 60;

/** To a hundredth; 0 of nothing. */
const ratio = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 100) / whole) / 100;
const percent = (part: number, whole: number): number => ratio(part * 100, whole);

/** Whole minutes, as the dashboard has always cut them; 0 of nothing. */
const averageMinutes = (seconds = 0, count = 0): number =>
  count === 0 ? 0 : Math.floor(seconds / count / MINUTE_S);

const ratedOf = ({ promoters = 0, passives = 0, detractors = 0 }: Figures): number =>
  promoters + passives + detractors;

/** The counters of a period. What is happening, waiting and in groups is of now. */
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

/** A row for each user of the company, by name, with what is theirs of the period. */
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
        rating: countRating === 0 ? null : ratio(own.rateSum ?? 0, countRating),
        countRating,
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'pt') || a.id - b.id);
