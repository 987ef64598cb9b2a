import { INTEGRATIONS_MAX, type integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import {
  type Integration as IntegrationFields,
  integrationSchema,
} from '@prosa/shared/entities/integration.ts';
import { AppError } from '@prosa/shared/errors.ts';
import {
  type IntegrationInput,
  integrationProblems,
  readKeyFile,
} from '@prosa/shared/rules/integration-problems.ts';
import { foreignSecrets } from '@prosa/shared/rules/secret-of-address.ts';
import { presentIntegration } from '../../domain/presenters/present-integration.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { sealCredentials } from '../../platform/integration-secrets.ts';
import { Counter } from '../../platform/table/entities/counters.ts';
import { Integration } from '../../platform/table/entities/integrations.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { loadFlow } from '../../repositories/flows/flows.ts';
import { examineIntegrationUses } from '../../repositories/integrations/integration-uses.ts';
import { integrationItems, listIntegrations } from '../../repositories/integrations/integrations.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { changeIntegration, commitIntegration } from './change-integration.ts';
import { requireIntegration } from './list-integrations.ts';
import { mayCall, refuseProblems } from './require-sound-integration.ts';

type Own = Pick<IntegrationFields, 'companyId' | 'id' | 'createdAt'> & Partial<IntegrationFields>;

/**
 * Requires that an integration has what its type needs, and that its flow exists.
 * @throws AppError ERR_VALIDATION, ERR_NO_FLOW_FOUND
 */
const requireSound = async (
  table: Table,
  input: IntegrationInput,
  before: Pick<IntegrationFields, 'type' | 'credentials'> | undefined,
): Promise<void> => {
  const hasKeyFile = before !== undefined && before.credentials !== null;
  refuseProblems(integrationProblems(input, { mayCall, hasKeyFile, typeBefore: before?.type }));
  if (input.type !== 'flowbuilder' || input.flowId === null) return;
  if ((await loadFlow(table, input.flowId)) === undefined) throw new AppError('ERR_NO_FLOW_FOUND');
};

/** Returns the key file to store; only Dialogflow has one. */
const credentialsOf = async (
  { type, jsonContent }: IntegrationInput,
  { companyId, id, credentials = null }: Own,
): Promise<IntegrationFields['credentials']> => {
  if (type !== 'dialogflow') return null;
  const account = readKeyFile(jsonContent);
  if (account === undefined) return credentials;
  return { sealed: await sealCredentials(companyId, id, jsonContent), hint: account.clientEmail };
};

/** Returns the integration that a request describes. A signing secret that was given for another address is dropped. */
const integrationFrom = async (input: IntegrationInput, own: Own): Promise<IntegrationFields> => {
  const { companyId, id, createdAt } = own;
  const { type, urlN8N, flowId } = input;
  const isForeign = foreignSecrets('integration', own, input).has('signingSecret');
  const signingSecret = isForeign ? null : (own.signingSecret ?? null);
  return integrationSchema.parse({
    ...input,
    urlN8N: type === 'typebot' ? new URL(urlN8N).origin : urlN8N,
    flowId: type === 'flowbuilder' ? flowId : null,
    credentials: await credentialsOf(input, own),
    companyId,
    id,
    createdAt,
    signingSecret,
  });
};

/**
 * Adds an integration. The transaction fails and is retried if a simultaneous request took a newer number, so two of
 * them cannot both take the last place.
 * @throws AppError ERR_VALIDATION, ERR_NO_FLOW_FOUND, ERR_INTEGRATION_LIMIT
 */
export const createIntegration: RouteHandler<typeof integrationRoutes.create> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await requireSound(table, body, undefined);
  return retryOnConflict(async () => {
    const id = await nextId(table, Integration);
    if ((await listIntegrations(table)).length >= INTEGRATIONS_MAX)
      throw new AppError('ERR_INTEGRATION_LIMIT', { details: { limit: INTEGRATIONS_MAX } });
    const nowMs = clock.now();
    const now = toInstant(nowMs);
    const after = await integrationFrom(body, { companyId, id, createdAt: now });
    await commitIntegration(companyId, [
      table.check(Counter, { name: Integration.name }, { value: id }),
      ...integrationItems(table, undefined, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'integrations.create', { id, after }),
    ]);
    return presentIntegration({ ...after, version: 1, rowUpdatedAt: now }, undefined, nowMs);
  });
};

/** Changes an integration. @throws AppError ERR_VALIDATION, ERR_NO_INTEGRATION_FOUND, ERR_NO_FLOW_FOUND, ERR_CONFLICT */
export const updateIntegration: RouteHandler<typeof integrationRoutes.update> = ({ body, ...context }) => {
  const table = openTable(context.principal.companyId);
  return changeIntegration(context, 'integrations.update', async (before) => {
    const { version, ...input } = body;
    if (version !== undefined && version !== before.version) throw new AppError('ERR_CONFLICT');
    await requireSound(table, input, before);
    return { ...before, ...(await integrationFrom(input, before)) };
  });
};

/**
 * Removes an integration that no queue, option or connection names. Its log can no longer be read, and expires. Tickets
 * that it leads go on without it.
 * @throws AppError ERR_NO_INTEGRATION_FOUND; ERR_INTEGRATION_IN_USE, with what names it
 */
export const removeIntegration: RouteHandler<typeof integrationRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireIntegration(table, params.id);
    const { uses, unchanged } = await examineIntegrationUses(table, before.id);
    if (uses.length > 0) throw new AppError('ERR_INTEGRATION_IN_USE', { details: { uses } });
    const nowMs = clock.now();
    await commitIntegration(principal.companyId, [
      ...integrationItems(table, before, undefined, nowMs),
      unchanged,
      auditItem(table, { principal, request, ids, nowMs }, 'integrations.remove', { id: before.id, before }),
    ]);
  });
  return {};
};
