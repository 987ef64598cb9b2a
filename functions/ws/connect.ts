import { NOTIFICATION_ROOM } from '../domain/events/rooms.ts';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { toInstant } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';
import { sha256, systemIds } from '../platform/ids.ts';
import { endSockets, loadUserSockets, SOCKET_LIFE_MS, surplusOf } from '../platform/realtime/sockets.ts';
import { commit, WriteConflict } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { RealtimeTicket, Session, Socket, SocketOwner, User } from '../platform/table/entities/users.ts';
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
 * Opens a socket for who holds a one-time ticket, while the session and the account it was made for still live: both
 * are conditions of the transaction, so that logging out at the same moment wins. A page of another origin is refused
 * before its ticket is looked at; programs that are no browser send no origin.
 * `join=notification` joins that room by opening, so that whoever fetches once it is open misses nothing. With `batch=1`
 * a frame is an array of events; with `deflate=1` beside it, one that would not fit a frame comes compressed.
 * The ticket goes in the same transaction, so that of several who hold it one gets in, and a lost answer costs nobody
 * his ticket. Who opens more than he may loses his oldest.
 * Three sequential calls: read the ticket, read the session beside the user's sockets, write.
 */
export const connect = async (event: WebSocketEvent, nowMs: number): Promise<WebSocketReply> => {
  const origin = header(event, 'origin');
  if (origin !== undefined && origin !== requireEnv('APP_ORIGIN')) return { statusCode: 403 };
  const secret = event.queryStringParameters?.ticket ?? '';
  if (!TICKET.test(secret)) return { statusCode: 401 };
  const ticket = await globalTable.get(RealtimeTicket, { hash: sha256(secret) }, { consistent: true });
  if (ticket === undefined || Date.parse(ticket.expiresAt) <= nowMs) return { statusCode: 401 };

  const { userId, sessionId } = ticket;
  const { companyId } = systemPrincipal('live-channel', ticket.companyId);
  const { connectionId: socketId } = event.requestContext;
  const table = openTable(companyId);
  const [session, open] = await Promise.all([
    table.get(Session, { userId, id: sessionId }, { consistent: true }),
    loadUserSockets(table, userId),
  ]);
  if (session === undefined || Date.parse(session.expiresAt) <= nowMs) return { statusCode: 401 };
  const { sessionVersion } = session;
  const expiresAt = toInstant(nowMs + SOCKET_LIFE_MS);
  const frames = framesAsked(event);
  const rooms = event.queryStringParameters?.join === 'notification' ? [NOTIFICATION_ROOM] : [];
  try {
    await commit([
      globalTable.delete(RealtimeTicket, ticket, ticket.version),
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
  await endSockets(table, surplusOf(open));
  return { statusCode: 200 };
};
