import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { filesOfFlow } from '@prosa/shared/flow-nodes/flow-files.ts';
import { validateFlow } from '@prosa/shared/flow-nodes/validate-flow.ts';
import { FLOW_FILES_MAX, FLOW_MAX_BYTES } from '@prosa/shared/rules/flow-limits.ts';
import { assistantsOf } from '../../domain/flows/assistants-of.ts';
import { presentFlow } from '../../domain/presenters/present-flow.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type AssistantName,
  loadAssistantNames,
  namedItems,
} from '../../repositories/assistants/assistants.ts';
import { type FileRow, useFlowFiles } from '../../repositories/flows/flow-files.ts';
import { draftItem } from '../../repositories/flows/flows.ts';
import { newestVersion, publishItems } from '../../repositories/flows/publish-flow.ts';
import { existingIntegrations } from '../../repositories/integrations/integrations.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireDraft } from './list-flows.ts';

const refuse = (path: string, message: string): never => {
  throw new AppError('ERR_VALIDATION', { details: [{ path, message }] });
};

const hasTwice = (entries: readonly { id: string }[]): boolean =>
  new Set(entries.map(({ id }) => id)).size < entries.length;

/**
 * Requires what a draft must be, too.
 * @throws AppError ERR_VALIDATION, ERR_PAYLOAD_TOO_LARGE
 */
const requireStorable = (graph: FlowGraph, files: readonly string[]): void => {
  if (hasTwice(graph.nodes)) refuse('body.nodes', 'two nodes with one id');
  if (hasTwice(graph.connections)) refuse('body.connections', 'two connections with one id');
  if (files.length > FLOW_FILES_MAX) refuse('body.nodes', `more than ${FLOW_FILES_MAX} files`);
  if (new TextEncoder().encode(JSON.stringify(graph)).length > FLOW_MAX_BYTES)
    throw new AppError('ERR_PAYLOAD_TOO_LARGE', { details: { maxBytes: FLOW_MAX_BYTES } });
};

/** Returns which of the integrations that nodes name exist; none without the plan's feature (S-25). */
const integrationsOf = (table: Table, { nodes }: FlowGraph, { plan }: Directory): Promise<Set<number>> => {
  const named = nodes.flatMap((node) =>
    node.type === 'typebot' ? (node.data.typebotIntegration?.id ?? []) : [],
  );
  return existingIntegrations(table, plan.flags.useIntegrations === true ? named : []);
};

/**
 * Requires that a flow may be published.
 * @returns the assistants that it names
 * @throws AppError ERR_FLOW_INVALID, with the problems
 */
const requirePublishable = async (
  table: Table,
  graph: FlowGraph,
  { directory }: UserPrincipal,
  files: ReadonlyMap<string, FileRow>,
): Promise<AssistantName[]> => {
  const assistants = await loadAssistantNames(
    table,
    directory.plan.flags.useOpenAi === true ? assistantsOf(graph) : [],
  );
  const problems = validateFlow(graph, {
    queueIds: new Set(directory.queues.keys()),
    integrationIds: await integrationsOf(table, graph, directory),
    assistantIds: new Set(assistants.map(({ id }) => id)),
    files: new Set(files.keys()),
  });
  if (problems.length > 0) throw new AppError('ERR_FLOW_INVALID', { details: { problems } });
  return assistants;
};

/**
 * Stores the draft of a flow, and publishes it if asked. A batch read, two writes for each new file, and one transaction:
 * of the draft, or with the version too, at a unit for each kilobyte.
 */
export const saveGraph: RouteHandler<typeof flowRoutes.save> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { idFlow, nodes, connections, publish, version } = body;
  const table = openTable(principal.companyId);
  const graph = { nodes, connections };
  const named = filesOfFlow(graph);
  requireStorable(graph, named);
  // Before files are kept for a flow that does not exist.
  await requireDraft(table, idFlow);
  const files = await useFlowFiles(table, idFlow, named, clock.now());
  return retryOnConflict(async () => {
    const assistants = publish ? await requirePublishable(table, graph, principal, files) : [];
    const { flow, draft } = await requireDraft(table, idFlow);
    // A caller that lost the reply to its save repeats it with the version before.
    const isSaved = isDeepEqual(graph, { nodes: draft.nodes, connections: draft.connections });
    if (version !== undefined && version !== draft.version && !isSaved)
      throw new AppError('ERR_CONFLICT', { details: { version: draft.version } });
    const nowMs = clock.now();
    const media = Object.fromEntries(
      [...files.values()].map(({ name, key, fileName, mimeType, size }) => [
        name,
        { key, fileName, mimeType, size },
      ]),
    );
    const published = publish
      ? publishItems(table, flow, await newestVersion(table, flow), { ...graph, files: media }, nowMs)
      : [];
    await commit([
      draftItem(table, flow, draft, graph, nowMs),
      ...published,
      ...(published.length === 0
        ? []
        : [
            ...namedItems(table, assistants, nowMs),
            auditItem(table, { principal, request, ids, nowMs }, 'flows.save', {
              id: flow.id,
              before: { ...flow, nodes: draft.nodes, connections: draft.connections },
              after: { ...flow, published: flow.published + 1, ...graph },
            }),
          ]),
    ]);
    const isNew = published.length > 0;
    return {
      flow: {
        ...presentFlow({
          ...flow,
          ...(isNew && { published: flow.published + 1, rowUpdatedAt: toInstant(nowMs) }),
        }),
        version: draft.version + 1,
      },
    };
  });
};
