import type { ownSessionRoutes } from '@prosa/shared/contracts/own-sessions.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isLiving } from '../../domain/auth/sessions.ts';
import { forgetSession } from '../../platform/auth/session-life.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { closeSessionsSockets } from '../../platform/realtime/sockets.ts';
import { commit } from '../../platform/table/commit.ts';
import { Session } from '../../platform/table/entities/users.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { type AuditSource, auditItem } from '../../repositories/rows/audit.ts';
import { loadSessions, type SessionRow } from '../../repositories/users/sessions.ts';

/** Lists the user's valid sessions, the last used first. */
export const listSessions: RouteHandler<typeof ownSessionRoutes.listSessions> = async ({
  principal,
  clock,
}) => {
  const { companyId, userId, user, sessionId } = principal;
  const sessions = await loadSessions(openTable(companyId), userId);
  return {
    sessions: sessions
      .filter((session) => isLiving(session, user, clock.now()))
      .toSorted((a, b) => (a.rotatedAt > b.rotatedAt ? -1 : 1))
      .map((session) => ({
        id: session.id,
        device: session.device,
        ip: session.ip,
        createdAt: session.rowCreatedAt,
        usedAt: session.rotatedAt,
        current: session.id === sessionId,
      })),
  };
};

/**
 * Ends sessions of a user: refresh tokens, access tokens and WebSocket connections. This container refuses the access
 * tokens at once, other containers within half a minute.
 */
const endSessions = async (
  table: Table,
  sessions: readonly Pick<SessionRow, 'id' | 'userId'>[],
  action: 'auth.endSession' | 'auth.endOtherSessions',
  by: AuditSource,
): Promise<void> => {
  await commit([
    ...sessions.map(({ userId, id }) => table.delete(Session, { userId, id })),
    auditItem(table, by, action, { id: by.principal.userId }),
  ]);
  for (const { id } of sessions) forgetSession(id);
  await closeSessionsSockets(table, new Set(sessions.map(({ id }) => id)));
};

/**
 * Ends one session of the signed-in user.
 * @throws AppError ERR_NOT_FOUND if the user has no session with this id
 */
export const endSession: RouteHandler<typeof ownSessionRoutes.endSession> = async ({
  params,
  principal,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const session = { userId: principal.userId, id: params.id };
  if ((await table.get(Session, session, { consistent: true })) === undefined)
    throw new AppError('ERR_NOT_FOUND');
  await endSessions(table, [session], 'auth.endSession', { principal, request, ids, nowMs: clock.now() });
  return {};
};

/** Ends all sessions of the user except the session of this request. */
export const endOtherSessions: RouteHandler<typeof ownSessionRoutes.endOtherSessions> = async ({
  principal,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  const others = (await loadSessions(table, principal.userId)).filter(({ id }) => id !== principal.sessionId);
  const by = { principal, request, ids, nowMs: clock.now() };
  if (others.length > 0) await endSessions(table, others, 'auth.endOtherSessions', by);
  return {};
};
