import { NOTIFICATION_ROOM } from '../domain/events/rooms.ts';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { toInstant } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';
import { sha256, systemIds } from '../platform/ids.ts';
import { closeSurplus, SOCKET_LIFE_MS } from '../platform/realtime/sockets.ts';
import { commit, WriteConflict } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { Session, Socket, SocketOwner, SocketToken, User } from '../platform/table/entities/users.ts';
import { globalTable, openTable } from '../platform/table/table.ts';
import { presenceItems } from '../repositories/users/presence.ts';
import type { WebSocketEvent, WebSocketReply } from './web-socket-event.ts';

const TICKET = /^[\w-]{43}$/;

const header = (event: WebSocketEvent, name: string): string | undefined =>
  Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

const framesAsked = ({ queryStringParameters }: WebSocketEvent): Row<typeof Socket>['frames'] => {
  if (queryStringParameters?.batch !== '1') return 'single';
  return queryStringParameters.deflate === '1' ? 'deflated' : 'arrays';
};

/**
 * Opens a WebSocket connection for the holder of a one-time socket token, if the sign-in session and the account of
 * the token are still valid: both are conditions of the transaction, so that a simultaneous sign-out wins. A page of
 * another origin is refused before its token is read; programs other than browsers send no origin.
 * `join=notification` joins that room on opening, so that a client that fetches data once it is open misses no event.
 * With `batch=1` a frame is an array of events; with `deflate=1` in addition, an array that would not fit a frame is
 * compressed.
 *
 * Deletes the socket token in the same transaction: of several connections with one token only the first succeeds,
 * and a lost response uses up no token. If the user has too many WebSocket connections, the oldest are closed; one that
 * is itself among them is refused with 429. Four sequential calls: read the token, read the sign-in session, write, read
 * the user's connections. They are counted after the write, because those that open at once do not see one another
 * before it.
 */
export const connect = async (event: WebSocketEvent, nowMs: number): Promise<WebSocketReply> => {
  const origin = header(event, 'origin');
  if (origin !== undefined && origin !== requireEnv('APP_ORIGIN')) return { statusCode: 403 };
  const secret = event.queryStringParameters?.ticket ?? '';
  if (!TICKET.test(secret)) return { statusCode: 401 };
  const ticket = await globalTable.get(SocketToken, { hash: sha256(secret) }, { consistent: true });
  if (ticket === undefined || Date.parse(ticket.expiresAt) <= nowMs) return { statusCode: 401 };

  const { userId, sessionId } = ticket;
  const { companyId } = systemPrincipal('live-channel', ticket.companyId);
  const { connectionId: socketId } = event.requestContext;
  const table = openTable(companyId);
  const session = await table.get(Session, { userId, id: sessionId }, { consistent: true });
  if (session === undefined || Date.parse(session.expiresAt) <= nowMs) return { statusCode: 401 };
  const { sessionVersion } = session;
  const expiresAt = toInstant(nowMs + SOCKET_LIFE_MS);
  const frames = framesAsked(event);
  const rooms = event.queryStringParameters?.join === 'notification' ? [NOTIFICATION_ROOM] : [];
  try {
    await commit([
      globalTable.delete(SocketToken, ticket, ticket.version),
      table.check(Session, { userId, id: sessionId }, 'exists'),
      table.check(User, { id: userId }, { active: true, sessionVersion }),
      table.put(
        Socket,
        { companyId, socketId, userId, sessionId, sessionVersion, rooms, frames, expiresAt },
        'absent',
        nowMs,
      ),
      globalTable.put(SocketOwner, { socketId, companyId, userId, expiresAt }, 'absent', nowMs),
      ...presenceItems(table, userId, { ids: systemIds, nowMs }),
    ]);
  } catch (error) {
    if (error instanceof WriteConflict) return { statusCode: 401 };
    throw error;
  }
  return { statusCode: (await closeSurplus(table, { userId, socketId }, nowMs)) ? 200 : 429 };
};
