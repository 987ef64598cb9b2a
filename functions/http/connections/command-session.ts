import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { SessionCommand } from '@prosa/shared/messaging/session-command.ts';
import { channelOf } from '../../channels/channels.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { Connection } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { connectionItems, loadConnectionWithState } from '../../repositories/connections.ts';
import { stateItem } from './state-item.ts';

type Command = { type: 'start'; fresh: boolean } | { type: 'stop'; logout: boolean };

/**
 * Writes down what the session is to do, the status until it reports, and the command, in one transaction. Not a turn: it is
 * about a connection, and no conversation changes by it.
 */
const commandSession = async (
  {
    params,
    principal,
    clock,
    ids,
  }: Pick<HandlerContext<typeof connectionRoutes.start>, 'params' | 'principal' | 'clock' | 'ids'>,
  command: Command,
): Promise<void> => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await retryOnConflict(async () => {
    const { connection, state } = await loadConnectionWithState(table, params.id);
    if (connection === undefined || !channelOf(connection).hasSessions)
      throw new AppError('ERR_NO_WAPP_FOUND');
    const nowMs = clock.now();
    const own = { companyId, connectionId: connection.id };
    const started = command.type === 'start';
    const unlinked = !started || command.fresh ? { number: '' } : {};
    const full: SessionCommand = { v: 1, ...own, ...command };
    await commit([
      ...(connection.started === started
        ? [table.check(Connection, { id: connection.id }, 'exists')]
        : connectionItems(table, connection, { ...connection, started }, nowMs)),
      stateItem(table, own, state, { status: started ? 'OPENING' : 'DISCONNECTED', ...unlinked }, nowMs).item,
      outboxItem(table, channelOf(connection).call(full), { ids, nowMs }),
    ]);
  });
  forgetDirectory(companyId);
};

export const startSession: RouteHandler<typeof connectionRoutes.start> = async (context) => {
  await commandSession(context, { type: 'start', fresh: false });
  return { message: 'Starting session' };
};

export const renewSession: RouteHandler<typeof connectionRoutes.renew> = async (context) => {
  await commandSession(context, { type: 'start', fresh: true });
  return { message: 'Starting session' };
};

export const disconnectSession: RouteHandler<typeof connectionRoutes.disconnect> = async (context) => {
  await commandSession(context, { type: 'stop', logout: true });
  return { message: 'Session disconnected' };
};

const COMMANDS_PER_TRANSACTION = 100;

/** Closes and reopens the sockets of every started connection; nobody is logged out, and no conversation changes. */
export const restartSessions: RouteHandler<typeof connectionRoutes.restartAll> = async ({
  principal,
  clock,
  ids,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const items = [...directory.connections.values()]
    .filter(({ started }) => started)
    .map((connection) => {
      const command = { v: 1, companyId, connectionId: connection.id, type: 'restart' } as const;
      return outboxItem(table, channelOf(connection).call(command), { ids, nowMs });
    });
  for (let start = 0; start < items.length; start += COMMANDS_PER_TRANSACTION) {
    await commit(items.slice(start, start + COMMANDS_PER_TRANSACTION));
  }
  return { message: 'Restarting sessions' };
};
