import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { FLOW_FIGURES_DAYS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { routeQuery } from '../../../lib/api/query.ts';
import { todayIn } from '../../../lib/texts/format.ts';
import { countsOf, isPeriod, lastDays, type Period } from '../figures-period.ts';

const DAYS = 30;
const UTC = 'UTC';

/** Returns the figures of a flow for a period, which are loaded while they are shown. */
export const useFigures = (flowId: number, isShown: boolean) => {
  const [period, setPeriod] = useState<Period>(() => lastDays(DAYS, todayIn(UTC)));
  const isValid = isPeriod(period, FLOW_FIGURES_DAYS_MAX);
  const { data, error, isFetching } = useQuery({
    ...routeQuery(flowRoutes.figures, { params: { id: flowId }, query: period }),
    enabled: isShown && isValid,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { silent: true },
  });
  const counts = useMemo(() => (isShown && data !== undefined ? countsOf(data) : null), [isShown, data]);
  return { counts, error, isFetching, isValid, period, setPeriod };
};

export type Figures = ReturnType<typeof useFigures>;
