import type { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { validateFlow } from '@prosa/shared/flow-nodes/validate-flow.ts';
import { tryOutFlow } from '../../domain/flows/try-out-flow.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadConnection } from '../../repositories/connections/connections.ts';
import { requireDraft } from './list-flows.ts';

const { maxUseBotQueues } = connectionSchema.shape;
const CUSTOMER = 'Ana';

/** Returns how often a question is asked, and the name of the connection: those of the default connection. */
const usualConnection = async (table: Table, { connections }: Directory) => {
  const usual = [...connections.values()].find(({ isDefault }) => isDefault);
  const row = usual === undefined ? undefined : await loadConnection(table, usual.id);
  return row ?? { name: '', maxUseBotQueues: maxUseBotQueues.parse(undefined) };
};

/**
 * Plays one step of a flow's draft. A batch read of the draft, and a read of the default connection. Writes nothing.
 * @throws AppError ERR_FLOW_INVALID without a start; ERR_VALIDATION for a state that does not fit graph and input
 */
export const tryOutGraph: RouteHandler<typeof flowRoutes.tryOut> = async ({
  principal,
  params,
  body,
  clock,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const [{ draft }, connection] = await Promise.all([
    requireDraft(table, params.id),
    usualConnection(table, directory),
  ]);
  const { company, settings } = directory;
  const graph = body.graph ?? draft;
  const step = tryOutFlow(graph, body.state, body.input, {
    template: {
      contactName: CUSTOMER,
      ticketId: 1,
      userName: '',
      queueName: '',
      connectionName: connection.name,
      companyName: company.name,
      nowMs: clock.now(),
      timeZone: company.timeZone,
      language: settings.language,
    },
    maxPrompts: connection.maxUseBotQueues,
    chance: Math.random(),
  });
  if (step !== undefined) return step;
  const problems = validateFlow(graph).filter(({ code }) => code === 'no-start');
  if (problems.length > 0) throw new AppError('ERR_FLOW_INVALID', { details: { problems } });
  throw new AppError('ERR_VALIDATION', {
    details: [{ path: 'body.state', message: 'does not fit the flow, or what happens' }],
  });
};
