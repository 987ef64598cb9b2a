import type { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import type { Flow as FlowFields, FlowGraph } from '@prosa/shared/entities/flow.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { filesOfFlow } from '@prosa/shared/flow-nodes/flow-files.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { FLOWS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { NEW_GRAPH, nameOfCopy } from '../../domain/flows/new-flow.ts';
import { presentFlow } from '../../domain/presenters/present-flow.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { Counter, Unique } from '../../platform/table/entities/counters.ts';
import { Flow } from '../../platform/table/entities/flows.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { useFlowFiles } from '../../repositories/flows/flow-files.ts';
import { draftItem, flowItems, hasAllFlows } from '../../repositories/flows/flows.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireDraft, requireFlow } from './list-flows.ts';

type Context = Pick<HandlerContext<typeof flowRoutes.create>, 'principal' | 'request' | 'clock' | 'ids'>;

/** The family's clients look for this text. */
const TAKEN = { edgeText: 'exist' } as const;

const isTaken = (error: unknown): boolean => error instanceof WriteConflict && error.failedOn(Unique);

/**
 * Takes the number of a new flow. `addFlow` fails if a simultaneous request took a newer one, so two of them cannot both
 * take the last place.
 * @throws AppError ERR_FLOW_LIMIT
 */
const numberWithRoom = async (table: Table): Promise<number> => {
  const id = await nextId(table, Flow);
  if (await hasAllFlows(table)) throw new AppError('ERR_FLOW_LIMIT', { details: { maximum: FLOWS_MAX } });
  return id;
};

/** Adds a flow with a draft. One transaction. @throws WriteConflict if the name is taken, or a newer number */
const addFlow = async (
  { principal, request, clock, ids }: Context,
  action: AuditAction,
  { id, name, graph }: { id: number; name: string; graph: FlowGraph },
) => {
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const flow: FlowFields = { companyId, id, name, active: true, published: 0, createdById: userId };
  await commit([
    table.check(Counter, { name: Flow.name }, { value: id }),
    ...flowItems(table, undefined, flow, nowMs),
    draftItem(table, flow, undefined, graph, nowMs),
    auditItem(table, { principal, request, ids, nowMs }, action, { id, after: flow }),
  ]);
  const now = toInstant(nowMs);
  return presentFlow({ ...flow, version: 1, rowCreatedAt: now, rowUpdatedAt: now });
};

/** Creates a flow with a start. One query, the number's counter and one transaction. */
export const createFlow: RouteHandler<typeof flowRoutes.create> = (context) => {
  const table = openTable(context.principal.companyId);
  return retryOnConflict(async () => {
    const id = await numberWithRoom(table);
    try {
      return await addFlow(context, 'flows.create', { id, name: context.body.name, graph: NEW_GRAPH });
    } catch (error) {
      if (isTaken(error)) throw new AppError('ERR_FLOW_NAME_EXISTS', { cause: error, ...TAKEN });
      throw error;
    }
  });
};

/** Renames or switches a flow. One read and one transaction. */
export const updateFlow: RouteHandler<typeof flowRoutes.update> = ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const before = await requireFlow(table, body.flowId);
    const nowMs = clock.now();
    const after = { ...before, name: body.name, active: body.active ?? before.active };
    try {
      await commit([
        ...flowItems(table, before, after, nowMs),
        auditItem(table, { principal, request, ids, nowMs }, 'flows.update', {
          id: before.id,
          before,
          after,
        }),
      ]);
    } catch (error) {
      if (isTaken(error)) throw new AppError('ERR_FLOW_NAME_EXISTS', { cause: error, ...TAKEN });
      throw error;
    }
    return presentFlow({ ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) });
  });
};

/**
 * Adds a copy of a flow's draft. Its files are used by both. One query, one batch read, the number's counter, two writes
 * for each file, and one transaction for each name that is tried.
 */
export const duplicateFlow: RouteHandler<typeof flowRoutes.duplicate> = (context) => {
  const table = openTable(context.principal.companyId);
  return retryOnConflict(async () => {
    const id = await numberWithRoom(table);
    const { flow, draft } = await requireDraft(table, context.body.flowId);
    await useFlowFiles(table, id, filesOfFlow(draft), context.clock.now());
    const graph = { nodes: draft.nodes, connections: draft.connections };
    for (let tried = 0; tried <= FLOWS_MAX; tried++) {
      try {
        return await addFlow(context, 'flows.duplicate', { id, name: nameOfCopy(flow.name, tried), graph });
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    }
    throw new AppError('ERR_CONFLICT');
  });
};
