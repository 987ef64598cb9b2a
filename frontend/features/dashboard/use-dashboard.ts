import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { routeQuery } from '../../lib/api/query.ts';
import { isComplete, isInOrder, type Period } from './period.ts';

/**
 * Delay after a filter change before figures are fetched, because more changes may follow; the first figures are
 * fetched immediately.
 */
export const FETCH_DELAY_MS = 1000;

/** Returns the period after it has stopped changing (debounced). */
export const useSettledPeriod = (period: Period): Period => {
  const [settled, setSettled] = useState(period);
  const { first, last } = period;
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setSettled((before) => (before.first === first && before.last === last ? before : { first, last })),
      FETCH_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [first, last]);
  return settled;
};

/** Whether figures of a period can be fetched. */
const isAsked = (period: Period): boolean => isComplete(period) && isInOrder(period);

/** Always refetched, because no event announces changed figures. */
const FRESH = { staleTime: 0, meta: { silent: true } } as const;

export const useFigures = (period: Period) =>
  useQuery({
    ...routeQuery(dashboardRoutes.get, {
      query: { date_from: period.first, date_to: period.last, compare: true, details: true },
    }),
    ...FRESH,
    enabled: isAsked(period),
  });

export const useTicketsOverTime = (period: Period) =>
  useQuery({
    ...routeQuery(dashboardRoutes.ticketsDay, {
      query: { initialDate: period.first, finalDate: period.last },
    }),
    ...FRESH,
    enabled: isAsked(period),
  });
