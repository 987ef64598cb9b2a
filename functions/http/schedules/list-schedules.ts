import type { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { maskFor, shownName } from '@prosa/shared/rules/hide-numbers.ts';
import { SCHEDULES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentationFor, tableOf } from '../../conversations/ticket-access.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import type { Page } from '../../platform/table/table.ts';
import { listSchedules as readSchedules, type ScheduleRow } from '../../repositories/tickets/schedules.ts';
import { viewSchedules } from './schedule-access.ts';

type Query = Omit<HandlerContext<typeof scheduleRoutes.list>['query'], 'cursor' | 'pageNumber'>;

/**
 * Rows examined for one page of a search: ten read units for texts of usual length. The next page continues after
 * them.
 */
const SEARCHED_PER_PAGE = 100;

/** Returns the filter of a search. It matches texts as the caller sees them, so hidden digits find nothing. */
const matcherOf = (principal: UserPrincipal, { searchParam, userId }: Query) => {
  const wanted = normalizeForSearch(searchParam.trim());
  const presentation = presentationFor(principal);
  return (schedule: ScheduleRow): boolean => {
    if (userId !== undefined && schedule.userId !== userId) return false;
    if (wanted === '') return true;
    const mask = maskFor(presentation, schedule.contact);
    const texts = [mask.text(schedule.body), mask.name(shownName(schedule.contact))];
    return texts.some((text) => normalizeForSearch(text).includes(wanted));
  };
};

/** Reads a page of the schedules until `dateTo`; the first schedule after it ends the list. */
const readPage = async (
  principal: UserPrincipal,
  query: Query,
  after: string | undefined,
): Promise<Page<ScheduleRow>> => {
  const { dateFrom, dateTo } = query;
  const matches = matcherOf(principal, query);
  const isBehind = (sendAt: string): boolean => dateTo !== undefined && sendAt >= dateTo;
  const start = after ?? dateFrom;
  const { rows, next } = await readSchedules(tableOf(principal), query, {
    ...(start === undefined ? {} : { after: start }),
    limit: SCHEDULES_PER_PAGE,
    lookAhead: true,
    maxExamined: SEARCHED_PER_PAGE,
    filter: (schedule) => isBehind(schedule.sendAt) || matches(schedule),
  });
  const within = rows.filter(({ sendAt }) => !isBehind(sendAt));
  return next === undefined || within.length < rows.length ? { rows: within } : { rows: within, next };
};

/**
 * Lists schedules. One call, or two if a search skips many rows. A page of a search may have fewer rows than the
 * limit and still report that there are more.
 */
export const listSchedules = async ({
  principal,
  query,
  clock,
}: HandlerContext<typeof scheduleRoutes.list>) => {
  const { cursor, pageNumber, ...filters } = query;
  const paging = await pagingOf(principal, 'schedules', filters, { cursor, pageNumber });
  const { rows, next } = await paging.read((after) => readPage(principal, filters, after));
  const schedules = await viewSchedules(rows, principal, clock.now());
  return { schedules, count: schedules.length, hasMore: next !== undefined, cursor: paging.seal(next) };
};
