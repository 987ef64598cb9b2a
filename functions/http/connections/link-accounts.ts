import type { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import type { SessionReason } from '@prosa/shared/rules/session-reason.ts';
import { channelOf } from '../../channels/channels.ts';
import type { AccountKey, LinkableAccount } from '../../channels/linking.ts';
import { linkingOf } from '../../channels/linkings.ts';
import { connectionNameOf } from '../../domain/connections/connection-name.ts';
import { presentConnection } from '../../domain/connections/present-connection.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Directory, forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Connection } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { withCredentials } from '../../repositories/connections/connection-credentials.ts';
import {
  connectionItems,
  findConnectionByAccount,
  loadConnections,
  loadConnectionWithState,
} from '../../repositories/connections/connections.ts';
import { createWithinPlan } from '../../repositories/limits/create-within-plan.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireQueues } from '../../repositories/rows/require-entities.ts';
import { askProvider } from './link-failure.ts';
import { demotionItems, requireDefault } from './save-connection.ts';
import { stateItem } from './state-item.ts';

export type LinkContext = Pick<
  HandlerContext<typeof channelLinkRoutes.linkPages>,
  'principal' | 'request' | 'clock' | 'ids'
>;

/**
 * Returns the company's connection of an account; undefined if no connection has it.
 * @throws AppError ERR_LINK_ACCOUNT_TAKEN if another company has it, of which nothing else is told. Whoever proves to
 * own the account does not take it over: the other company would lose its conversations' connection unasked.
 */
export const ownConnectionOf = async (
  account: Pick<AccountKey, 'channel' | 'accountId'>,
  companyId: number,
): Promise<number | undefined> => {
  const taken = await findConnectionByAccount({ channel: account.channel, accountId: account.accountId });
  if (taken !== undefined && taken.companyId !== companyId) throw new AppError('ERR_LINK_ACCOUNT_TAKEN');
  return taken?.connectionId;
};

/**
 * Requires that the plan includes the channels and has room for the new accounts of each, so that a call links all of
 * its accounts or none.
 * @throws AppError ERR_PLAN_FEATURE, ERR_PLAN_LIMIT
 */
const requirePlan = (
  { plan, connections }: Directory,
  accounts: readonly { account: LinkableAccount; connectionId: number | undefined }[],
): void => {
  for (const channel of new Set(accounts.map(({ account }) => account.channel))) {
    if (plan.flags[CHANNEL_CONNECTIONS[channel].feature] !== true) throw new AppError('ERR_PLAN_FEATURE');
    const isOfChannel = (one: { channel: string }) => one.channel === channel;
    const added = accounts.filter(
      ({ account, connectionId }) => isOfChannel(account) && connectionId === undefined,
    );
    const all = added.length + [...connections.values()].filter(isOfChannel).length;
    if (added.length > 0 && all > plan.connections)
      throw new AppError('ERR_PLAN_LIMIT', { details: { limit: plan.connections } });
  }
};

/** What a user chose for new connections. */
interface Wanted {
  /** The provider's name of the account if undefined. */
  name: string | undefined;
  queueId: number | null;
}

/**
 * Requires that a queue for new connections belongs to the company.
 * @throws AppError ERR_NO_QUEUE_FOUND
 */
export const requireQueueOf = (
  { principal }: Pick<LinkContext, 'principal'>,
  queueId: Wanted['queueId'],
): Promise<void> => requireQueues(openTable(principal.companyId), queueId === null ? [] : [queueId]);

/** Returns the queues of a new connection: the chosen one, otherwise the company's only one. */
const queueIdsOf = ({ queueId }: Wanted, { queues }: Directory): number[] => {
  if (queueId !== null) return [queueId];
  return queues.size === 1 ? [...queues.keys()] : [];
};

/** Returns the live state that a connection has after its account was linked. */
const linkedState = ({ number, isRegistered }: LinkableAccount) =>
  isRegistered
    ? ({ status: 'CONNECTED', number } as const)
    : ({ status: 'DISCONNECTED', number, reason: 'not-registered' satisfies SessionReason } as const);

/** Adds a connection of an account, connected from its first moment if the account is registered. */
const addConnection = async (
  { principal, request, clock, ids }: LinkContext,
  action: AuditAction,
  account: LinkableAccount,
  wanted: Wanted,
): Promise<ConnectionView> => {
  const { companyId } = principal;
  const { channel, accountId, businessId } = account;
  const table = openTable(companyId);
  const { result, directory } = await createWithinPlan(companyId, Connection, async (id, current) => {
    if ((await ownConnectionOf(account, companyId)) !== undefined) throw new AppError('ERR_CONFLICT');
    const nowMs = clock.now();
    const existing = [...current.connections.values()];
    const names = new Set(existing.map((one) => uniqueName(one.name)));
    if (wanted.name !== undefined && names.has(uniqueName(wanted.name)))
      throw new AppError('ERR_WAPP_NAME_EXISTS');
    const all = await loadConnections(table);
    const { writesFirst } = channelOf({ channel }).capabilities;
    const decision = writesFirst ? requireDefault(all, null, undefined) : undefined;
    const connection = await withCredentials(
      connectionSchema.parse({
        companyId,
        id,
        channel,
        name: wanted.name ?? connectionNameOf(account.name, (name) => names.has(uniqueName(name))),
        queueIds: queueIdsOf(wanted, current),
        isDefault: decision?.isDefault ?? false,
        accountId,
        businessId,
      }),
      account,
    );
    const own = { companyId, connectionId: id };
    const { state, item } = stateItem(table, own, undefined, linkedState(account), nowMs);
    const now = toInstant(nowMs);
    return {
      existing: existing.filter((one) => one.channel === channel).length,
      limit: current.plan.connections,
      items: [
        ...connectionItems(table, undefined, connection, nowMs),
        ...(decision === undefined ? [] : demotionItems(table, decision, all, nowMs)),
        item,
        auditItem(table, { principal, request, ids, nowMs }, action, { id, after: connection }),
      ],
      result: { row: { ...connection, version: 1, rowCreatedAt: now, rowUpdatedAt: now }, state },
    };
  });
  return presentConnection(result.row, result.state, directory.queues);
};

/**
 * Gives a connection a new token for its account, which makes it connected again if the account is registered.
 * @throws AppError ERR_NO_WAPP_FOUND if it was removed, or has another account
 */
export const renewConnection = async (
  { principal, request, clock, ids }: LinkContext,
  action: AuditAction,
  account: LinkableAccount,
  connectionId: number,
): Promise<ConnectionView> => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const view = await retryOnConflict(async () => {
    const { connection: before, state: known } = await loadConnectionWithState(table, connectionId);
    if (before?.channel !== account.channel || before.accountId !== account.accountId)
      throw new AppError('ERR_NO_WAPP_FOUND');
    const nowMs = clock.now();
    const after = await withCredentials({ ...before, businessId: account.businessId }, account);
    const own = { companyId, connectionId };
    const { state, item } = stateItem(table, own, known, linkedState(account), nowMs);
    await commit([
      ...connectionItems(table, before, after, nowMs),
      item,
      auditItem(table, { principal, request, ids, nowMs }, action, { id: connectionId, before, after }),
    ]);
    const row = { ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) };
    return presentConnection(row, state, directory.queues);
  });
  forgetDirectory(companyId);
  return view;
};

/**
 * Subscribes to the updates of accounts. Before their connections are written, because a connection that gets no
 * updates would look connected; an update that arrives in between is quarantined.
 */
export const subscribeTo = async (accounts: readonly LinkableAccount[]): Promise<void> => {
  await askProvider(() => Promise.all(accounts.map((one) => linkingOf(one)?.subscribe(one))));
};

/**
 * Links accounts: each becomes a connection, and one that the company has already gets the new token. Nothing is
 * written if any of them is refused.
 * @throws AppError ERR_LINK_ACCOUNT_TAKEN, ERR_PLAN_FEATURE, ERR_PLAN_LIMIT, ERR_WAPP_NAME_EXISTS, and those of
 * `askProvider`
 */
export const linkAccounts = async (
  context: LinkContext,
  action: AuditAction,
  accounts: readonly LinkableAccount[],
  wanted: Wanted,
): Promise<ConnectionView[]> => {
  const { companyId } = context.principal;
  forgetDirectory(companyId);
  const [directory, owned] = await Promise.all([
    requireDirectory(companyId),
    Promise.all(
      accounts.map(async (account) => ({
        account,
        connectionId: await ownConnectionOf(account, companyId),
      })),
    ),
  ]);
  requirePlan(directory, owned);
  await subscribeTo(accounts);
  const views: ConnectionView[] = [];
  // One after the other: each new connection takes the next number of the company.
  for (const { account, connectionId } of owned) {
    views.push(
      connectionId === undefined
        ? await addConnection(context, action, account, wanted)
        : await renewConnection(context, action, account, connectionId),
    );
  }
  return views;
};
