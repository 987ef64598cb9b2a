import type { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { uniqueColor, uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import { fileListsOf } from '../../domain/queues/file-lists-of.ts';
import { integrationsOfQueue } from '../../domain/queues/integrations-of.ts';
import { presentQueue } from '../../domain/queues/present-queue.ts';
import { type QueueInput, queueFromInput, queueProblems } from '../../domain/queues/queue-from-input.ts';
import { makeToken } from '../../platform/auth/connection-token.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Directory, forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Queue as QueueEntity } from '../../platform/table/entities/companies.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  existingIntegrations,
  integrationsExistItems,
} from '../../repositories/integrations/integrations.ts';
import { requireMayName } from '../../repositories/integrations/require-named.ts';
import { createWithinPlan } from '../../repositories/limits/create-within-plan.ts';
import { existingFileLists } from '../../repositories/organisation/file-lists.ts';
import { loadQueue, queueItems } from '../../repositories/organisation/queues.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { rotationSweepItems } from '../../repositories/tickets/watch-sweep.ts';

/**
 * Requires that the queue is valid in this company.
 * @param before the stored queue; undefined for a new one
 * @param at path of the queue in the request body
 * @throws AppError if the queue is invalid
 */
export const requireSoundQueue = async (
  table: Table,
  input: QueueInput,
  directory: Directory,
  before: Queue | undefined,
  at = { fields: 'body', options: 'body.chatbots' },
): Promise<void> => {
  const others = [...directory.queues.values()].filter((queue) => queue.id !== before?.id);
  const color = uniqueColor(input.color);
  const name = uniqueName(input.name);
  if (others.some((queue) => uniqueColor(queue.color) === color))
    throw new AppError('ERR_QUEUE_COLOR_ALREADY_EXISTS');
  if (others.some((queue) => uniqueName(queue.name) === name)) throw new AppError('ERR_QUEUE_NAME_EXISTS');
  const fileLists = await existingFileLists(table, [
    ...(input.fileListId === null ? [] : [input.fileListId]),
    ...fileListsOf(input.chatbots),
  ]);
  const named = integrationsOfQueue(input);
  const integrations = await existingIntegrations(table, named);
  const { queues, users } = directory;
  const problems = queueProblems(input, { queues, users, fileLists, integrations }, at);
  if (problems.length > 0) throw new AppError('ERR_VALIDATION', { details: problems });
  requireMayName(directory, before === undefined ? [] : integrationsOfQueue(before), named);
};

export const createQueue: RouteHandler<typeof queueRoutes.create> = async ({
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const { result } = await createWithinPlan(companyId, QueueEntity, async (id, directory) => {
    await requireSoundQueue(table, body, directory, undefined);
    const nowMs = clock.now();
    const own = { companyId, id, token: makeToken(ids), chatbots: [] };
    const queue = queueFromInput(body, own, () => ids.sortable(nowMs));
    const now = toInstant(nowMs);
    return {
      existing: directory.queues.size,
      limit: directory.plan.queues,
      items: [
        ...queueItems(table, undefined, queue, nowMs),
        ...integrationsExistItems(table, integrationsOfQueue(queue)),
        auditItem(table, { principal, request, ids, nowMs }, 'queues.create', { id, after: queue }),
      ],
      result: { ...queue, version: 1, rowCreatedAt: now, rowUpdatedAt: now },
    };
  });
  return presentQueue(result);
};

export const updateQueue: RouteHandler<typeof queueRoutes.update> = async ({
  params,
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  return retryOnConflict(async (tries) => {
    if (tries > 1) forgetDirectory(companyId);
    const [directory, before] = await Promise.all([requireDirectory(companyId), loadQueue(table, params.id)]);
    if (before === undefined) throw new AppError('ERR_NO_QUEUE_FOUND');
    await requireSoundQueue(table, body, directory, before);
    const nowMs = clock.now();
    const after = queueFromInput(body, before, () => ids.sortable(nowMs));
    await commit([
      ...queueItems(table, before, after, nowMs),
      ...integrationsExistItems(table, integrationsOfQueue(after)),
      ...rotationSweepItems(table, before, after, { ids, nowMs }),
      auditItem(table, { principal, request, ids, nowMs }, 'queues.update', { id: before.id, before, after }),
    ]);
    forgetDirectory(companyId);
    return presentQueue({ ...before, ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) });
  });
};
