import type { FlowFiguresView, flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { FLOW_FIGURES_DAYS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { sumFigures } from '../../domain/flows/flow-figures.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadFlowFigures } from '../../repositories/flows/flow-figures.ts';
import { requireFlow } from './list-flows.ts';

const DAY_MS = 86_400_000;

/** Sums the figures of a flow over days. One read and one query. */
export const showFigures: RouteHandler<typeof flowRoutes.figures> = async ({
  principal,
  params,
  query,
}): Promise<FlowFiguresView> => {
  const { dateStart: first, dateEnd: last } = query;
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1 || days > FLOW_FIGURES_DAYS_MAX)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'query.dateEnd', message: `1 to ${FLOW_FIGURES_DAYS_MAX} days` }],
    });
  const table = openTable(principal.companyId);
  const { id } = await requireFlow(table, params.id);
  return sumFigures(await loadFlowFigures(table, id, { first, last }));
};
