import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { routeQuery } from '../../lib/api/query.ts';
import { isComplete, isInOrder, type Period } from './period.ts';

/** A changed filter waits this long for more changes before figures are fetched; the first ones are fetched at once. */
export const FETCH_DELAY_MS = 1000;

/** A period once it has stopped changing. */
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

/** Whether figures of a period are asked for. */
const isAsked = (period: Period): boolean => isComplete(period) && isInOrder(period);

/** Nothing tells when figures change: they are as old as the look at them. */
const FRESH = { staleTime: 0, meta: { silent: true } } as const;

export const useFigures = (period: Period) =>
  useQuery({
    ...routeQuery(dashboardRoutes.get, { query: { date_from: period.first, date_to: period.last } }),
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
