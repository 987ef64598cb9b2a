/** Calls read for a page: each has up to about 25 kB. */
const MAX_EXAMINED = 100;

/**
 * Returns the options of the query for a page of the log of a service: the newest calls first. Expired rows may still be
 * there for days, and are left out.
 * @param page.since calls from before this time (ISO) have expired
 */
export const callPage = ({
  after,
  limit,
  since,
}: {
  after?: string | undefined;
  limit: number;
  since: string;
}) => ({
  order: 'desc' as const,
  ...(after === undefined ? {} : { after }),
  limit,
  lookAhead: true,
  maxExamined: MAX_EXAMINED,
  consistent: true,
  filter: ({ at }: { at: string }): boolean => at >= since,
});
