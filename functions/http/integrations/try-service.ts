import { setTimeout as pause } from 'node:timers/promises';
import type { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { type Integration, integrationSchema } from '@prosa/shared/entities/integration.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelSchema } from '@prosa/shared/messaging/identity.ts';
import { serviceProblems } from '@prosa/shared/rules/integration-problems.ts';
import { foreignSecrets } from '@prosa/shared/rules/secret-of-address.ts';
import { askAgain, askIntegration } from '../../integrations/ask-integration.ts';
import type { AskPorts, CallRecord } from '../../integrations/service-calls.ts';
import { openSecrets } from '../../integrations/service-secrets.ts';
import { toInstant } from '../../platform/clock.ts';
import { type AskOutside, OutsideFailed } from '../../platform/fetch-outside.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { callItem } from '../../repositories/integrations/integration-calls.ts';
import type { IntegrationRow } from '../../repositories/integrations/integrations.ts';
import { countServiceTest } from '../../repositories/limits/service-tests.ts';
import { requireCall } from './list-calls.ts';
import { requireIntegration } from './list-integrations.ts';
import { mayCall, refuseProblems } from './require-sound-integration.ts';

const TEXT = 'Teste da Prosa';
/** Stands for rows that a test has none of. */
const NONE = 0;

/** Asks without repeating a request that found no host, because the administrator waits, and can repeat the test. */
const once =
  (ask: AskOutside): AskOutside =>
  async (...question) => {
    try {
      return await ask(...question);
    } catch (error) {
      if (!(error instanceof OutsideFailed)) throw error;
      throw new OutsideFailed(error.reason, error.cause);
    }
  };

/** Adds a call of an administrator to the log. */
const logCall = async (
  table: Table,
  { companyId, id: integrationId }: IntegrationRow,
  own: { id: string; nowMs: number },
  call: CallRecord,
): Promise<void> => {
  const at = toInstant(own.nowMs);
  await commit([
    callItem(table, { companyId, integrationId, id: own.id, ticketId: null, at, ...call }, own.nowMs),
  ]);
};

type Tried = BodyOf<typeof integrationRoutes.testSession>;

/**
 * Returns the integration to try: the stored one with the fields of the request. Another address than the stored one gets
 * no signature.
 * @throws AppError ERR_VALIDATION
 */
const triedOf = (companyId: number, body: Tried, stored: IntegrationRow | undefined, nowMs: number) => {
  const fields = {
    type: stored?.type ?? body.type,
    urlN8N: body.urlN8N || (stored?.urlN8N ?? ''),
    typebotSlug: body.typebotSlug || (stored?.typebotSlug ?? ''),
    projectName: body.projectName || (stored?.projectName ?? ''),
    jsonContent: body.jsonContent,
    language: body.language,
  };
  const hasKeyFile = stored !== undefined && stored.credentials !== null;
  refuseProblems(serviceProblems(fields, { mayCall, hasKeyFile }));
  if (fields.type === 'flowbuilder') refuseProblems([{ field: 'type', problem: 'errorType' }]);
  const own = { companyId, name: TEXT, createdAt: toInstant(nowMs) };
  const integration: Integration = {
    ...(stored ?? { ...integrationSchema.omit({ id: true }).parse({ ...own, ...fields }), id: NONE }),
    ...fields,
    ...(foreignSecrets('integration', stored, fields).has('signingSecret') ? { signingSecret: null } : {}),
  };
  return integration;
};

/**
 * Asks the service of an integration once, with a text that says that it is a test; of a stored integration the log has
 * the call. What the service does is a result.
 * @throws AppError ERR_NO_INTEGRATION_FOUND, ERR_VALIDATION, ERR_TOO_MANY_REQUESTS
 */
export const testSession =
  (ask: AskOutside): RouteHandler<typeof integrationRoutes.testSession> =>
  async ({ principal, body, clock, ids }) => {
    const { companyId, directory } = principal;
    const table = openTable(companyId);
    const stored = body.id === null ? undefined : await requireIntegration(table, body.id);
    const nowMs = clock.now();
    const integration = triedOf(companyId, body, stored, nowMs);
    await countServiceTest('integration-test', companyId, nowMs);
    const secrets = await openSecrets(integration);
    const ports: AskPorts = {
      ask: once(ask),
      clock,
      pause,
      secrets: { ...secrets, credentials: body.jsonContent || secrets.credentials },
    };
    const id = ids.sortable(nowMs);
    const { failure, call } = await askIntegration(ports, integration, {
      deliveryId: id,
      messages: [
        { id, type: 'extendedTextMessage', text: TEXT, mimeType: null, at: toInstant(nowMs), file: null },
      ],
      session: null,
      company: { id: companyId, language: directory.settings.language },
      // A test is about no connection, so any channel does.
      connection: { id: NONE, name: TEXT, channel: channelSchema.parse(channelSchema.options[0]) },
      ticket: { id: NONE, uuid: ids.uuid(), status: 'pending', queueId: null },
      contact: { id: NONE, name: TEXT, number: '', email: '' },
      nowMs,
    });
    if (stored !== undefined && call !== undefined) await logCall(table, stored, { id, nowMs }, call);
    return { ok: failure === '', status: call?.status ?? null, failure, answer: call?.answer ?? '' };
  };

/**
 * Sends the request of a call again, and adds the new call to the log.
 * @throws AppError ERR_NO_INTEGRATION_FOUND, ERR_NO_CALL_FOUND, ERR_TOO_MANY_REQUESTS
 */
export const repeatCall =
  (ask: AskOutside): RouteHandler<typeof integrationRoutes.repeat> =>
  async ({ principal, params, clock, ids }) => {
    const table = openTable(principal.companyId);
    const integration = await requireIntegration(table, params.id);
    const nowMs = clock.now();
    const { request } = await requireCall(table, integration.id, params.callId, nowMs);
    await countServiceTest('integration-test', principal.companyId, nowMs);
    const id = ids.sortable(nowMs);
    const ports: AskPorts = { ask: once(ask), clock, pause, secrets: await openSecrets(integration) };
    const call = await askAgain(ports, integration, request, id);
    if (call === undefined) throw new AppError('ERR_NO_CALL_FOUND');
    await logCall(table, integration, { id, nowMs }, call);
    const { status, failure, answer } = call;
    return { ok: failure === '', status, failure, answer };
  };
