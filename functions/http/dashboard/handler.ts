import { COMPARED_DAYS_MAX } from '@prosa/shared/contracts/dashboard.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import { dayCount, lastDays, periodBefore, periodBetween } from '../../domain/dashboard/period.ts';
import { attendantsOf, countersOf, queuesOf } from '../../domain/dashboard/present-dashboard.ts';
import { sumFigures } from '../../domain/rollups/shares.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { readBegun, readCurrent, readFigures } from '../../repositories/figures/figures.ts';
import { onlineUserIds } from '../../repositories/users/presence.ts';
import { routes } from './function.ts';
import { listMoments } from './list-moments.ts';

/** Formats a day as the charts show it: `21/11/2026`. */
const spokenDay = (day: string): string => day.split('-').toReversed().join('/');

export const handler = bindRoutes(routes, {
  /** A year of 50 users costs about 13 read units, regardless of their activity. */
  get: async ({ principal, query, clock }) => {
    const table = tableOf(principal);
    const { directory } = principal;
    const { timeZone } = directory.company;
    const nowMs = clock.now();
    const period =
      query.days === undefined
        ? periodBetween(query.date_from, query.date_to, timeZone, nowMs)
        : lastDays(query.days, timeZone, nowMs);
    const before = query.compare && dayCount(period) <= COMPARED_DAYS_MAX ? periodBefore(period) : null;
    const [figures, previous, current, online] = await Promise.all([
      readFigures(table, period),
      before === null ? null : readFigures(table, before),
      readCurrent(table),
      onlineUserIds(table, nowMs),
    ]);
    return {
      counters: countersOf(sumFigures(figures.byUser.values()), current),
      attendants: attendantsOf([...directory.users.values()], figures.byUser, online),
      queues: queuesOf([...directory.queues.values()], figures.byQueue),
      previous:
        before === null || previous === null
          ? null
          : { ...before, counters: countersOf(sumFigures(previous.byUser.values()), current) },
    };
  },

  ticketsUsers: async ({ principal, query }) => {
    const { byUser } = await readFigures(tableOf(principal), {
      first: query.initialDate,
      last: query.finalDate,
    });
    const data = [...principal.directory.users.values()].flatMap(({ id, name }) => {
      const quantidade = byUser.get(id)?.begun ?? 0;
      return quantidade === 0 ? [] : [{ nome: name, quantidade }];
    });
    return { data: data.toSorted((a, b) => b.quantidade - a.quantidade || (a.nome < b.nome ? -1 : 1)) };
  },

  ticketsDay: async ({ principal, query: { initialDate, finalDate } }) => {
    const begun = await readBegun(tableOf(principal), { first: initialDate, last: finalDate });
    const isSingle = initialDate === finalDate;
    return {
      count: [...begun.values()].reduce((sum, total) => sum + total, 0),
      data: [...begun].map(([key, total]) =>
        isSingle ? { horario: key, total } : { data: spokenDay(key), total },
      ),
    };
  },

  moments: listMoments,
});
