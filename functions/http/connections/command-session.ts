import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { SessionLifeCommand } from '@prosa/shared/messaging/session-command.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { channelOf } from '../../channels/channels.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { Connection, ConnectionPairing } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { connectionItems, loadConnectionWithState } from '../../repositories/connections/connections.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { stateItem } from './state-item.ts';

type Command =
  | { type: 'start'; fresh: boolean }
  | { type: 'stop'; logout: boolean }
  | { type: 'pair'; number: string; askedAt: number };

/** Statuses in which pairing is refused, because another user already linked the connection. */
const LINKED: ReadonlySet<ConnectionStatus> = new Set(['CONNECTED', 'PAIRING']);

/**
 * Writes the desired state of the WhatsApp session, the status until the session host reports, and the command, in
 * one transaction. Not a turn, because it changes a connection and no conversation.
 */
const commandSession = async (
  {
    params,
    principal,
    request,
    clock,
    ids,
  }: Pick<
    HandlerContext<typeof connectionRoutes.start>,
    'params' | 'principal' | 'request' | 'clock' | 'ids'
  >,
  action: AuditAction,
  command: Command,
): Promise<void> => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await retryOnConflict(async () => {
    const { connection, state, pairing } = await loadConnectionWithState(table, params.id);
    if (connection === undefined || channelOf(connection).begins !== 'session')
      throw new AppError('ERR_NO_WAPP_FOUND');
    const nowMs = clock.now();
    const own = { companyId, connectionId: connection.id };
    if (command.type === 'pair' && state !== undefined && LINKED.has(state.status))
      throw new AppError('ERR_CONFLICT');
    const started = command.type !== 'stop';
    const keepsNumber = command.type === 'start' && !command.fresh;
    // QR codes that are already shown stay visible beside the requested pairing code.
    const isShown = command.type === 'pair' && state?.status === 'qrcode';
    const change = {
      status: started ? ('OPENING' as const) : ('DISCONNECTED' as const),
      ...(keepsNumber ? {} : { number: '' }),
    };
    const full: SessionLifeCommand = { v: 1, ...own, ...command };
    await commit([
      ...(connection.started === started
        ? [table.check(Connection, { id: connection.id }, 'exists')]
        : connectionItems(table, connection, { ...connection, started }, nowMs)),
      ...(isShown ? [] : [stateItem(table, own, state, change, nowMs).item]),
      command.type === 'pair'
        ? table.put(
            ConnectionPairing,
            { ...own, number: command.number, askedAt: toInstant(command.askedAt) },
            pairing?.version ?? 'absent',
            nowMs,
          )
        : table.delete(ConnectionPairing, { connectionId: connection.id }),
      ...channelOf(connection)
        .lifeCycle(full)
        .map((call) => outboxItem(table, call, { ids, nowMs })),
      auditItem(table, { principal, request, ids, nowMs }, action, { id: connection.id, before: connection }),
    ]);
  });
  forgetDirectory(companyId);
};

export const startSession: RouteHandler<typeof connectionRoutes.start> = async (context) => {
  await commandSession(context, 'connections.start', { type: 'start', fresh: false });
  return { message: 'Starting session' };
};

export const renewSession: RouteHandler<typeof connectionRoutes.renew> = async (context) => {
  await commandSession(context, 'connections.renew', { type: 'start', fresh: true });
  return { message: 'Starting session' };
};

/** Requests a pairing code. Until the session host writes the code, only the request is stored. */
export const pairSession: RouteHandler<typeof connectionRoutes.pair> = async ({ body, ...context }) => {
  await commandSession(context, 'connections.pair', {
    type: 'pair',
    number: body.number,
    askedAt: context.clock.now(),
  });
  return { message: 'Asking for a pairing code' };
};

export const disconnectSession: RouteHandler<typeof connectionRoutes.disconnect> = async (context) => {
  await commandSession(context, 'connections.disconnect', { type: 'stop', logout: true });
  return { message: 'Session disconnected' };
};

const COMMANDS_PER_TRANSACTION = 100;

/**
 * Closes and reopens the WhatsApp sockets of every started connection. Logs no phone out and changes no conversation.
 */
export const restartSessions: RouteHandler<typeof connectionRoutes.restartAll> = async ({
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const commands = [...directory.connections.values()]
    .filter(({ started }) => started)
    .flatMap((connection) => {
      const command = { v: 1, companyId, connectionId: connection.id, type: 'restart' } as const;
      return channelOf(connection)
        .lifeCycle(command)
        .map((call) => outboxItem(table, call, { ids, nowMs }));
    });
  if (commands.length === 0) return { message: 'Restarting sessions' };
  const items = [auditItem(table, { principal, request, ids, nowMs }, 'connections.restartAll'), ...commands];
  for (let start = 0; start < items.length; start += COMMANDS_PER_TRANSACTION) {
    await commit(items.slice(start, start + COMMANDS_PER_TRANSACTION));
  }
  return { message: 'Restarting sessions' };
};
