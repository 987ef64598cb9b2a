import { ASSISTANTS_MAX, type assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { type Assistant as AssistantFields, assistantSchema } from '@prosa/shared/entities/assistant.ts';
import { AppError } from '@prosa/shared/errors.ts';
import {
  type AssistantInput,
  apiAddress,
  keepsApiKey,
  keepsVoiceKey,
} from '@prosa/shared/rules/assistant-problems.ts';
import { presentAssistantRecord } from '../../domain/presenters/present-assistant.ts';
import { type AssistantSecret, sealAssistantKey } from '../../platform/assistant-secrets.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Assistant, AssistantHealth } from '../../platform/table/entities/assistants.ts';
import { Counter } from '../../platform/table/entities/counters.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { loadHealth } from '../../repositories/assistants/assistant-health.ts';
import { loadUsage } from '../../repositories/assistants/assistant-usage.ts';
import { examineAssistantUses } from '../../repositories/assistants/assistant-uses.ts';
import {
  type AssistantRow,
  assistantItems,
  listAssistants,
} from '../../repositories/assistants/assistants.ts';
import { removeCorrections } from '../../repositories/assistants/corrections.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { monthOf, requireAssistant, viewOf } from './list-assistants.ts';
import { requireSoundAssistant } from './require-sound-assistant.ts';

const HINT_CHARS = 4;
/** Of a shorter key, four characters would tell too much. */
const HINTED_FROM_CHARS = 12;
const HIDDEN_HINT = '••••';

type Own = Pick<AssistantFields, 'companyId' | 'id' | 'createdAt'>;

const sealedKey = async (
  { companyId, id }: Own,
  kind: AssistantSecret,
  key: string,
): Promise<AssistantFields[AssistantSecret]> => ({
  sealed: await sealAssistantKey(companyId, id, kind, key),
  hint: key.length < HINTED_FROM_CHARS ? HIDDEN_HINT : key.slice(-HINT_CHARS),
});

/** Returns the assistant that a request describes. A stored key that was given for another place is dropped. */
const assistantFrom = async (
  input: AssistantInput,
  own: Own,
  before?: AssistantRow,
): Promise<AssistantFields> => {
  const shown = before && presentAssistantRecord(before);
  const { apiKey, voiceKey } = input;
  const keptApiKey = keepsApiKey(input, shown) ? before?.apiKey : null;
  const keptVoiceKey = keepsVoiceKey(input, shown) ? before?.voiceKey : null;
  return assistantSchema.parse({
    ...input,
    baseUrl: apiAddress(input.baseUrl),
    queueIds: [...new Set(input.queueIds)].filter((id) => id !== input.queueId),
    knowledge: [...new Set(input.knowledge)],
    apiKey: apiKey === '' ? keptApiKey : await sealedKey(own, 'apiKey', apiKey),
    voiceKey: voiceKey === '' ? keptVoiceKey : await sealedKey(own, 'voiceKey', voiceKey),
    companyId: own.companyId,
    id: own.id,
    createdAt: own.createdAt,
  });
};

/**
 * Adds an assistant. The transaction fails and is retried if a simultaneous request took a newer number, so two of them
 * cannot both take the last place.
 * @throws AppError ERR_VALIDATION, ERR_NO_QUEUE_FOUND, ERR_ASSISTANT_LIMIT
 */
export const createAssistant: RouteHandler<typeof assistantRoutes.create> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  await requireSoundAssistant(table, body, undefined);
  return retryOnConflict(async () => {
    const id = await nextId(table, Assistant);
    if ((await listAssistants(table)).length >= ASSISTANTS_MAX)
      throw new AppError('ERR_ASSISTANT_LIMIT', { details: { limit: ASSISTANTS_MAX } });
    const nowMs = clock.now();
    const now = toInstant(nowMs);
    const after = await assistantFrom(body, { companyId, id, createdAt: now });
    await commit([
      table.check(Counter, { name: Assistant.name }, { value: id }),
      ...assistantItems(table, undefined, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'assistants.create', { id, after }),
    ]);
    forgetDirectory(companyId);
    const row = { ...after, version: 1, rowCreatedAt: now, rowUpdatedAt: now };
    return viewOf(row, directory, { usage: undefined, health: undefined }, nowMs);
  });
};

/**
 * Changes an assistant. One with another address starts without its earlier failures.
 * @throws AppError ERR_VALIDATION, ERR_NO_ASSISTANT_FOUND, ERR_NO_QUEUE_FOUND, ERR_CONFLICT
 */
export const updateAssistant: RouteHandler<typeof assistantRoutes.update> = async ({
  principal,
  params,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId, directory } = principal;
  const { version, ...input } = body;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const nowMs = clock.now();
    const [before, usage, health] = await Promise.all([
      requireAssistant(table, params.id),
      loadUsage(table, params.id, monthOf(directory, nowMs)),
      loadHealth(table, params.id),
    ]);
    if (version !== undefined && version !== before.version) throw new AppError('ERR_CONFLICT');
    await requireSoundAssistant(table, input, before);
    const after = await assistantFrom(input, before, before);
    const isAnew = after.baseUrl !== before.baseUrl;
    await commit([
      ...assistantItems(table, before, after, nowMs),
      ...(isAnew ? [table.delete(AssistantHealth, { assistantId: before.id })] : []),
      auditItem(table, { principal, request, ids, nowMs }, 'assistants.update', {
        id: before.id,
        before,
        after,
      }),
    ]);
    forgetDirectory(companyId);
    const row = { ...before, ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) };
    return viewOf(row, directory, { usage, health: isAnew ? undefined : health }, nowMs);
  });
};

/**
 * Removes an assistant that no connection and no flow names, and then its corrections. Its log can no longer be read, and
 * expires. Tickets that it leads wait for people.
 * @throws AppError ERR_NO_ASSISTANT_FOUND; ERR_ASSISTANT_IN_USE, with what names it
 */
export const removeAssistant: RouteHandler<typeof assistantRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await retryOnConflict(async () => {
    const before = await requireAssistant(table, params.id);
    const { uses, unchanged } = await examineAssistantUses(table, before.id);
    if (uses.length > 0) throw new AppError('ERR_ASSISTANT_IN_USE', { details: { uses } });
    const nowMs = clock.now();
    await commit([
      ...assistantItems(table, before, undefined, nowMs),
      unchanged,
      auditItem(table, { principal, request, ids, nowMs }, 'assistants.remove', { id: before.id, before }),
    ]);
    forgetDirectory(companyId);
  });
  await removeCorrections(table, params.id);
  return { message: 'Prompt deleted' };
};
