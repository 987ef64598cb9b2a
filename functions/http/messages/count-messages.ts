import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import type { Counts } from '../../domain/rollups/facts.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { messagesByDay, messagesByMonth } from '../../repositories/figures/rollups.ts';

/** Bounds the cost of one count. */
const MAX_YEARS = 10;

const monthOf = (day: string): string => day.slice(0, 7);
/** Returns the next or previous month, as `2026-11`. */
const monthBeside = (month: string, by: 1 | -1): string => {
  const at = new Date(`${month}-15T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 7);
};

/**
 * Counts the messages sent and received on the given days, in the company's time zone. Reads sums: by day for the
 * first and the last month, by month for those between. A year of months costs less than one month of days.
 * @throws AppError ERR_VALIDATION for days in the wrong order, or more than ten years
 */
export const countMessages = async ({
  principal,
  query,
  clock,
}: HandlerContext<typeof messageRoutes.allMe>): Promise<{ count: { count: string }[] }> => {
  const { timeZone } = principal.directory.company;
  const today = localDay(timeZone, clock.now());
  const { fromMe, dateEnd: last = query.dateStart ?? today, dateStart: first = last } = query;
  if (first > last) {
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'query.dateEnd', message: 'before dateStart' }],
    });
  }
  if (Number(last.slice(0, 4)) - Number(first.slice(0, 4)) > MAX_YEARS) {
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'query.dateStart', message: `more than ${MAX_YEARS} years` }],
    });
  }
  const table = tableOf(principal);
  const days = (from: string, until: string) => messagesByDay(table, { first: from, last: until, timeZone });
  const [firstMonth, lastMonth] = [monthOf(first), monthOf(last)];
  const between = { first: monthBeside(firstMonth, 1), last: monthBeside(lastMonth, -1) };
  const sums = await Promise.all(
    firstMonth === lastMonth
      ? [days(first, last)]
      : [
          days(first, `${firstMonth}-31`),
          days(`${lastMonth}-01`, last),
          ...(between.first <= between.last ? [messagesByMonth(table, { ...between, timeZone })] : []),
        ],
  );
  const counted = ({ in: received = 0, out: sent = 0 }: Counts): number =>
    (fromMe === true ? 0 : received) + (fromMe === false ? 0 : sent);
  const total = sums
    .flatMap((periods) => [...periods.values()])
    .reduce((sum, counts) => sum + counted(counts), 0);
  return { count: [{ count: String(total) }] };
};
