import { COMPARED_DAYS_MAX, HEATMAP_DAYS_MAX, TAGS_SHOWN_MAX } from '@prosa/shared/contracts/dashboard.ts';
import type { Figures } from '@prosa/shared/entities/rollup.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import { heatmapOf } from '../../domain/dashboard/heatmap.ts';
import { dayCount, lastDays, periodBefore, periodBetween } from '../../domain/dashboard/period.ts';
import {
  attendantsOf,
  connectionsOf,
  countersOf,
  queuesOf,
  tagsOf,
  topTagIds,
} from '../../domain/dashboard/present-dashboard.ts';
import { sumFigures } from '../../domain/rollups/shares.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import {
  readBegun,
  readBegunHours,
  readCurrent,
  readFigures,
  readTaggedFigures,
} from '../../repositories/figures/figures.ts';
import { tagsOfIds } from '../../repositories/organisation/tags.ts';
import { onlineUserIds } from '../../repositories/users/presence.ts';
import { routes } from './function.ts';
import { listMoments } from './list-moments.ts';

/** Formats a day as the charts show it: `21/11/2026`. */
const spokenDay = (day: string): string => day.split('-').toReversed().join('/');

/** The figures by tag where nobody asked for them. */
const NO_FIGURES: ReadonlyMap<number, Figures> = new Map();

export const handler = bindRoutes(routes, {
  /**
   * A year of 50 busy users in six queues costs about 37 read units, regardless of their activity. Details cost six
   * more and half a unit for each tag shown; the hours of 92 days cost four and a half.
   */
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
    const hasHeatmap = query.details && dayCount(period) <= HEATMAP_DAYS_MAX;
    const [figures, tagged, begun, previous, current, online] = await Promise.all([
      readFigures(table, period),
      query.details ? readTaggedFigures(table, period) : NO_FIGURES,
      hasHeatmap ? readBegunHours(table, period) : null,
      before === null ? null : readFigures(table, before),
      readCurrent(table),
      onlineUserIds(table, nowMs),
    ]);
    const tags = await tagsOfIds(table, topTagIds(tagged, TAGS_SHOWN_MAX));
    return {
      counters: countersOf(sumFigures(figures.byUser.values()), current),
      attendants: attendantsOf([...directory.users.values()], figures.byUser, online),
      queues: queuesOf([...directory.queues.values()], figures.byQueue),
      connections: connectionsOf([...directory.connections.values()], figures.byConnection),
      tags: tagsOf(tags, tagged),
      heatmap: begun === null ? null : heatmapOf(begun),
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
