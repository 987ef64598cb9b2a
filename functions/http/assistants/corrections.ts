import {
  type assistantCorrectionRoutes,
  CORRECTIONS_MAX,
} from '@prosa/shared/contracts/assistant-corrections.ts';
import type { AssistantCorrection as CorrectionFields } from '@prosa/shared/entities/assistant-knowledge.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { presentCorrection } from '../../domain/presenters/present-correction.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Assistant, AssistantCorrection } from '../../platform/table/entities/assistants.ts';
import { Counter } from '../../platform/table/entities/counters.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import {
  type CorrectionRow,
  correctionItem,
  correctionRemovalItem,
  loadCorrection,
  listCorrections as readCorrections,
} from '../../repositories/assistants/corrections.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireAssistant } from './list-assistants.ts';

type Routes = typeof assistantCorrectionRoutes;

/** @throws AppError ERR_NO_ASSISTANT_FOUND, ERR_NO_CORRECTION_FOUND */
const requireCorrection = async (
  table: Table,
  { id, correctionId }: { id: number; correctionId: number },
): Promise<CorrectionRow> => {
  const [correction] = await Promise.all([
    loadCorrection(table, id, correctionId),
    requireAssistant(table, id),
  ]);
  if (correction === undefined) throw new AppError('ERR_NO_CORRECTION_FOUND');
  return correction;
};

/** Lists the corrections of an assistant, the newest first. A consistent read and a consistent query. */
export const listCorrections: RouteHandler<Routes['corrections']> = async ({ principal, params }) => {
  const table = openTable(principal.companyId);
  const [rows] = await Promise.all([readCorrections(table, params.id), requireAssistant(table, params.id)]);
  return { corrections: rows.map((row) => presentCorrection(row, principal.directory)) };
};

/**
 * Adds a correction. The transaction fails and is retried if a simultaneous request took a newer number, so two of them
 * cannot both take the last place; it fails if the assistant was removed.
 * @throws AppError ERR_NO_ASSISTANT_FOUND, ERR_CORRECTION_LIMIT
 */
export const createCorrection: RouteHandler<Routes['createCorrection']> = async ({
  principal,
  params,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId, userId, directory } = principal;
  const { id: assistantId } = params;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    await requireAssistant(table, assistantId);
    const id = await nextId(table, AssistantCorrection);
    if ((await readCorrections(table, assistantId)).length >= CORRECTIONS_MAX)
      throw new AppError('ERR_CORRECTION_LIMIT', { details: { limit: CORRECTIONS_MAX } });
    const nowMs = clock.now();
    const now = toInstant(nowMs);
    const after: CorrectionFields = {
      companyId,
      assistantId,
      id,
      question: body.question,
      answer: body.answer,
      createdById: userId,
      createdAt: now,
    };
    await commit([
      table.check(Counter, { name: AssistantCorrection.name }, { value: id }),
      table.check(Assistant, { id: assistantId }, 'exists'),
      correctionItem(table, undefined, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'assistants.createCorrection', { id, after }),
    ]);
    return presentCorrection({ ...after, version: 1, rowUpdatedAt: now }, directory);
  });
};

/** Changes a correction. @throws AppError ERR_NO_ASSISTANT_FOUND, ERR_NO_CORRECTION_FOUND, ERR_CONFLICT */
export const updateCorrection: RouteHandler<Routes['updateCorrection']> = async ({
  principal,
  params,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId, directory } = principal;
  const { version, question, answer } = body;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const before = await requireCorrection(table, params);
    if (version !== undefined && version !== before.version) throw new AppError('ERR_CONFLICT');
    const nowMs = clock.now();
    const after = { ...before, question, answer };
    await commit([
      correctionItem(table, before, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'assistants.updateCorrection', {
        id: before.id,
        before,
        after,
      }),
    ]);
    return presentCorrection(
      { ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) },
      directory,
    );
  });
};

/** Removes a correction. @throws AppError ERR_NO_ASSISTANT_FOUND, ERR_NO_CORRECTION_FOUND */
export const removeCorrection: RouteHandler<Routes['removeCorrection']> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireCorrection(table, params);
    const nowMs = clock.now();
    await commit([
      correctionRemovalItem(table, before),
      auditItem(table, { principal, request, ids, nowMs }, 'assistants.removeCorrection', {
        id: before.id,
        before,
      }),
    ]);
  });
  return { message: 'Correction deleted' };
};
