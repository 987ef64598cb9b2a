import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { type Connection as ConnectionFields, connectionSchema } from '@prosa/shared/entities/connection.ts';
import { AppError, type FieldProblem } from '@prosa/shared/errors.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import {
  type ConnectionInput,
  connectionProblems,
  needsGreeting,
  resetsSession,
} from '@prosa/shared/rules/connection-problems.ts';
import { shownProxy } from '@prosa/shared/rules/proxy-url.ts';
import type { Channel } from '../../channels/channel.ts';
import { channelOf, writingFirst } from '../../channels/channels.ts';
import { type DefaultDecision, decideDefault } from '../../domain/connections/default-connection.ts';
import { presentConnection } from '../../domain/connections/present-connection.ts';
import { makeConnectionToken } from '../../platform/auth/connection-token.ts';
import { toInstant } from '../../platform/clock.ts';
import { sealForConnection } from '../../platform/connection-secrets.ts';
import { type Directory, forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import type { Ids } from '../../platform/ids.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { Connection, ConnectionState } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { assistantsExistItems, loadAssistantNames } from '../../repositories/assistants/assistants.ts';
import {
  type ConnectionRow,
  connectionItems,
  loadConnections,
} from '../../repositories/connections/connections.ts';
import { flowsExistItems, missingFlows } from '../../repositories/flows/flows.ts';
import {
  existingIntegrations,
  integrationsExistItems,
} from '../../repositories/integrations/integrations.ts';
import { requireMayName } from '../../repositories/integrations/require-named.ts';
import { createWithinPlan } from '../../repositories/limits/create-within-plan.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireQueues } from '../../repositories/rows/require-entities.ts';
import { timesSweepItems } from '../../repositories/tickets/watch-sweep.ts';
import { askHistory } from './ask-history.ts';
import { type StateRow, stateItem } from './state-item.ts';

const FLOW_FIELDS = ['flowIdWelcome', 'flowIdNotPhrase'] as const;
/** Returns the flows that a connection starts. */
const flowsOf = (input: Pick<ConnectionFields, (typeof FLOW_FIELDS)[number]>): number[] =>
  FLOW_FIELDS.flatMap((field) => input[field] ?? []);

const integrationsOf = ({ integrationId }: Pick<ConnectionFields, 'integrationId'>): number[] =>
  integrationId === null ? [] : [integrationId];

const assistantsOf = ({ promptId }: Pick<ConnectionFields, 'promptId'>): number[] =>
  promptId === null ? [] : [promptId];

/**
 * Requires that the connection is valid in this company: unique name, greeting, existing file, queues, flows, integration
 * and assistant.
 * @param at path of the connection in the request body
 * @throws AppError ERR_WAPP_NAME_EXISTS, ERR_WAPP_GREETING_REQUIRED, ERR_VALIDATION, ERR_PLAN_FEATURE, and for unknown queues
 */
export const requireSoundConnection = async (
  table: Table,
  input: ConnectionInput,
  directory: Directory,
  before: ConnectionRow | undefined,
  nowMs: number,
  at = 'body',
): Promise<void> => {
  const name = uniqueName(input.name);
  const others = [...directory.connections.values()].filter((one) => one.id !== before?.id);
  if (others.some((one) => uniqueName(one.name) === name)) throw new AppError('ERR_WAPP_NAME_EXISTS');
  if (needsGreeting(input)) throw new AppError('ERR_WAPP_GREETING_REQUIRED');
  const { userRating } = directory.settings;
  const problems: FieldProblem[] = connectionProblems(input, { userRating, nowMs, before }).map(
    ({ field, problem }) => ({ path: `${at}.${field}`, message: problem }),
  );
  const { greetingMediaAttachment: file } = input;
  if (file !== '' && file !== before?.greetingMediaAttachment?.fileName)
    problems.push({ path: `${at}.greetingMediaAttachment`, message: 'errorNotFound' });
  const missing = await missingFlows(table, flowsOf(input));
  for (const field of FLOW_FIELDS)
    if (missing.has(input[field] ?? 0)) problems.push({ path: `${at}.${field}`, message: 'errorNotFound' });
  const integrationIds = integrationsOf(input);
  if ((await existingIntegrations(table, integrationIds)).size < integrationIds.length)
    problems.push({ path: `${at}.integrationId`, message: 'errorNotFound' });
  const assistantIds = assistantsOf(input);
  if ((await loadAssistantNames(table, assistantIds)).length < assistantIds.length)
    problems.push({ path: `${at}.promptId`, message: 'errorNotFound' });
  if (problems.length > 0) throw new AppError('ERR_VALIDATION', { details: problems });
  requireMayName(directory, before === undefined ? [] : integrationsOf(before), integrationIds);
  requireMayName(directory, before === undefined ? [] : flowsOf(before), flowsOf(input));
  requireMayName(directory, before === undefined ? [] : assistantsOf(before), assistantIds, 'useOpenAi');
  const { queueIds, sendIdQueue, queueIdImportMessages } = input;
  const named = [...queueIds, sendIdQueue, queueIdImportMessages].filter((id) => id !== null);
  await requireQueues(table, [...new Set(named)]);
};

/**
 * Decides which connection is the default.
 * @throws AppError ERR_NO_OTHER_WHATSAPP if none would be
 */
export const requireDefault = (
  all: readonly ConnectionRow[],
  ownId: number | null,
  wanted: boolean | undefined,
) => {
  const decision = decideDefault(writingFirst(all), ownId, wanted);
  if (decision === undefined) throw new AppError('ERR_NO_OTHER_WHATSAPP');
  return decision;
};

/** Returns the writes for the connections that stop being the default. */
export const demotionItems = (
  table: Table,
  { demoted }: DefaultDecision<ConnectionRow>,
  all: readonly ConnectionRow[],
  nowMs: number,
): WriteItem[] =>
  demoted.flatMap((row) =>
    connectionItems(
      table,
      all.find(({ id }) => id === row.id),
      row,
      nowMs,
    ),
  );

/**
 * Resets the WhatsApp session of a connection to status `qrcode` and commands a fresh start, which brings a new QR
 * code.
 */
const resetItems = (
  table: Table,
  before: StateRow,
  { ids, nowMs }: { ids: Ids; nowMs: number },
  channel: Channel,
) => {
  const { companyId, connectionId } = before;
  const own = { companyId, connectionId };
  const anew = {
    status: 'qrcode',
    number: '',
    statusImportMessages: null,
    isImportIncomplete: false,
  } as const;
  const { state, item } = stateItem(table, own, before, anew, nowMs);
  const command = { v: 1, ...own, type: 'start', fresh: true } as const;
  const calls = channel.lifeCycle(command).map((call) => outboxItem(table, call, { ids, nowMs }));
  return { state, items: [item, ...calls] };
};

/**
 * Returns the proxy to store; only connections with a WhatsApp session have a proxy. Sending back the address that
 * users are shown keeps the stored proxy.
 */
const proxyOn = async (
  { begins }: Channel,
  owner: { companyId: number; connectionId: number },
  wanted: string,
  before: ConnectionFields['proxy'],
): Promise<ConnectionFields['proxy']> => {
  if (begins !== 'session') return null;
  if (wanted === before?.address) return before;
  const address = shownProxy(wanted);
  return address === undefined
    ? null
    : { address, sealed: await sealForConnection(owner, 'proxyUrl', wanted) };
};

/** Returns the commands that reopen the sockets of a connection, if its WhatsApp session is started. */
const reopenItems = (
  table: Table,
  { companyId, id, started, channel }: ConnectionRow,
  { ids, nowMs }: { ids: Ids; nowMs: number },
): WriteItem[] => {
  if (!started) return [];
  const command = { v: 1, companyId, connectionId: id, type: 'restart' } as const;
  return channelOf({ channel })
    .lifeCycle(command)
    .map((call) => outboxItem(table, call, { ids, nowMs }));
};

/**
 * Adds a connection and starts it in the way of its channel, in one transaction.
 * @throws AppError ERR_PLAN_FEATURE if the plan does not include the channel
 */
export const createConnection: RouteHandler<typeof connectionRoutes.create> = async ({
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  if (principal.directory.plan.flags[CHANNEL_CONNECTIONS[body.channel].feature] !== true)
    throw new AppError('ERR_PLAN_FEATURE');
  const table = openTable(companyId);
  const channel = channelOf(body);
  const { isDefault: wanted, greetingMediaAttachment: _named, ...input } = body;
  const { token, ...kept } = makeConnectionToken(ids);
  const { result, directory } = await createWithinPlan(companyId, Connection, async (id, current) => {
    const nowMs = clock.now();
    await requireSoundConnection(table, body, current, undefined, nowMs);
    const all = await loadConnections(table);
    const decision = channel.capabilities.writesFirst ? requireDefault(all, null, wanted) : undefined;
    const own = { companyId, connectionId: id };
    const { started, status, calls } = channel.beginning(own);
    const connection = connectionSchema.parse({
      ...input,
      ...kept,
      proxy: await proxyOn(channel, own, input.proxy, null),
      queueIds: [...new Set(input.queueIds)],
      companyId,
      id,
      isDefault: decision?.isDefault ?? false,
      started,
    });
    const { state, item } = stateItem(table, own, undefined, { status }, nowMs);
    const now = toInstant(nowMs);
    return {
      existing: [...current.connections.values()].filter((one) => one.channel === body.channel).length,
      limit: current.plan.connections,
      items: [
        ...connectionItems(table, undefined, connection, nowMs),
        ...flowsExistItems(table, flowsOf(connection)),
        ...integrationsExistItems(table, integrationsOf(connection)),
        ...assistantsExistItems(table, assistantsOf(connection)),
        ...(decision === undefined ? [] : demotionItems(table, decision, all, nowMs)),
        item,
        ...calls.map((call) => outboxItem(table, call, { ids, nowMs })),
        auditItem(table, { principal, request, ids, nowMs }, 'connections.create', { id, after: connection }),
      ],
      result: { row: { ...connection, version: 1, rowCreatedAt: now, rowUpdatedAt: now }, state },
    };
  });
  return { ...presentConnection(result.row, result.state, directory.queues), issuedToken: token };
};

export const updateConnection: RouteHandler<typeof connectionRoutes.update> = async ({
  params,
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const { isDefault: wanted, greetingMediaAttachment: _named, ...input } = body;
  const { view, saved } = await retryOnConflict(async () => {
    // The default depends on all connections of the company, so they are read afresh.
    forgetDirectory(companyId);
    const [directory, all, known] = await Promise.all([
      requireDirectory(companyId),
      loadConnections(table),
      table.get(ConnectionState, { connectionId: params.id }, { consistent: true }),
    ]);
    const before = all.find(({ id }) => id === params.id);
    if (before === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    const nowMs = clock.now();
    await requireSoundConnection(table, body, directory, before, nowMs);
    const channel = channelOf(before);
    const decision = channel.capabilities.writesFirst ? requireDefault(all, before.id, wanted) : undefined;
    const own = { companyId, connectionId: before.id };
    const after = {
      ...before,
      ...input,
      proxy: await proxyOn(channel, own, input.proxy, before.proxy),
      queueIds: [...new Set(input.queueIds)],
      isDefault: decision?.isDefault ?? false,
    };
    const isReset =
      known?.status === 'CONNECTED' && channel.begins === 'session' && resetsSession(before, after);
    const reset = isReset ? resetItems(table, known, { ids, nowMs }, channel) : undefined;
    await commit([
      ...connectionItems(table, before, after, nowMs),
      ...flowsExistItems(table, flowsOf(after)),
      ...integrationsExistItems(table, integrationsOf(after)),
      ...assistantsExistItems(table, assistantsOf(after)),
      ...(decision === undefined ? [] : demotionItems(table, decision, all, nowMs)),
      ...(reset?.items ?? (after.proxy === before.proxy ? [] : reopenItems(table, before, { ids, nowMs }))),
      ...timesSweepItems(table, before, after, { ids, nowMs }),
      auditItem(table, { principal, request, ids, nowMs }, 'connections.update', {
        id: before.id,
        before,
        after,
      }),
    ]);
    forgetDirectory(companyId);
    const row = { ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) };
    const view = presentConnection(row, reset?.state ?? known, directory.queues);
    return { view, saved: { before, after } };
  });
  // Only now, because old messages that come before the wish to import them is stored are dropped.
  await askHistory(table, saved, clock.now());
  return view;
};
