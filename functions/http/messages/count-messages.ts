import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import type { Counts } from '../../domain/rollups/facts.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { messagesByDay } from '../../repositories/figures/rollups.ts';

/** Bounds the cost of one count. */
const MAX_YEARS = 10;

/**
 * Counts the messages sent and received on the given days, in the company's time zone. Reads the sums of the days:
 * about 45 read units for a year in which every day has many messages.
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
  const sums = await messagesByDay(tableOf(principal), { first, last });
  const counted = ({ in: received = 0, out: sent = 0 }: Counts): number =>
    (fromMe === true ? 0 : received) + (fromMe === false ? 0 : sent);
  const total = [...sums.values()].reduce((sum, counts) => sum + counted(counts), 0);
  return { count: [{ count: String(total) }] };
};
