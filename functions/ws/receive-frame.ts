import {
  CHAT_BOX_ANSWERS,
  CLIENT_FRAME_MAX_BYTES,
  type ClientFrame,
  clientFrameSchema,
} from '@prosa/shared/events/catalogue.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { chatRoom, NOTIFICATION_ROOM, withoutTicket, withRoom } from '../domain/events/rooms.ts';
import { ticketIdOfUuid } from '../domain/ticket-uuid.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { viewerOf } from '../platform/auth/principal.ts';
import { requireDirectory } from '../platform/directory.ts';
import { systemIds } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { deliverFrames } from '../platform/realtime/deliver-frames.ts';
import { commit, WriteConflict } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { Socket } from '../platform/table/entities/users.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { createTurns } from '../platform/turns.ts';
import { noteSignOfLife } from '../repositories/users/presence.ts';
import { takeFrame } from './frame-budgets.ts';
import { ownerOfSocket } from './socket-owner.ts';
import type { WebSocketPorts, WebSocketReply } from './web-socket-event.ts';

type SocketRow = Row<typeof Socket>;

const MAX_ATTEMPTS = 5;
/** Behind them waits what all sockets of a large company send as they come back together. */
const ofCompany = createTurns({ atOnce: 8, maxWaiting: 5_000 });
const OK: WebSocketReply = { statusCode: 200 };

const parseFrame = (body: string): ClientFrame | undefined => {
  try {
    const frame = clientFrameSchema.safeParse(JSON.parse(body));
    return frame.success ? frame.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/**
 * Changes what a socket listens to.
 * @param change the rooms it has from now on; undefined leaves them
 */
const changeRooms = async (
  table: Table,
  first: SocketRow,
  change: (rooms: readonly string[]) => string[],
  nowMs: number,
): Promise<void> => {
  let socket: SocketRow | undefined = first;
  for (let attempt = 1; socket !== undefined; attempt++) {
    const rooms = change(socket.rooms);
    if (rooms.length === socket.rooms.length && rooms.every((room) => socket?.rooms.includes(room))) return;
    try {
      return await commit([table.put(Socket, { ...socket, rooms }, socket.version, nowMs)]);
    } catch (error) {
      if (!(error instanceof WriteConflict) || attempt >= MAX_ATTEMPTS) throw error;
      socket = await table.get(Socket, first, { consistent: true });
    }
  }
};

/**
 * Joining is a decision of its own, by the one rule of visibility; every event to the room is decided again.
 * @returns the ticket's version once the room was joined; undefined where it was refused
 */
const joinChat = async (
  companyId: CompanyId,
  table: Table,
  socket: SocketRow,
  uuid: string,
  nowMs: number,
): Promise<number | undefined> => {
  const ticketId = ticketIdOfUuid(uuid);
  if (ticketId === undefined) return undefined;
  const [ticket, directory] = await Promise.all([
    table.get(Ticket, { id: ticketId }, { consistent: true }),
    requireDirectory(companyId),
  ]);
  const user = directory.users.get(socket.userId);
  if (ticket === undefined || ticket.uuid !== uuid.toLowerCase() || user === undefined || !user.active) {
    return undefined;
  }
  if (!canSeeTicket(ticket, viewerOf(user, directory))) return undefined;
  const room = chatRoom({ ticketId, contactId: ticket.contactId, connectionId: ticket.connectionId ?? 0 });
  await changeRooms(table, socket, (rooms) => withRoom(rooms, room), nowMs);
  // Read again: what happened to it before the room was joined may have passed the browser by.
  const joined = await table.get(Ticket, { id: ticketId }, { consistent: true });
  return joined?.version;
};

/** The browser is told whether it joined, and at which version: what it fetches, and when, depends on it. */
const answerJoin = async (
  table: Table,
  socket: SocketRow,
  id: string,
  version: number | undefined,
): Promise<WebSocketReply> => {
  const answer =
    version === undefined
      ? { event: CHAT_BOX_ANSWERS.refused, data: { id } }
      : { event: CHAT_BOX_ANSWERS.joined, data: { id, version } };
  await deliverFrames(table, new Map([[socket, [Buffer.from(JSON.stringify(answer))]]]));
  return version === undefined ? { statusCode: 404 } : OK;
};

const actOn = async (
  companyId: CompanyId,
  frame: ClientFrame,
  table: Table,
  socket: SocketRow,
  nowMs: number,
): Promise<WebSocketReply> => {
  switch (frame.action) {
    case 'joinChatBox':
      return answerJoin(table, socket, frame.id, await joinChat(companyId, table, socket, frame.id, nowMs));
    case 'joinChatBoxLeave': {
      const ticketId = ticketIdOfUuid(frame.id);
      if (ticketId === undefined) return { statusCode: 404 };
      await changeRooms(table, socket, (rooms) => withoutTicket(rooms, ticketId), nowMs);
      return OK;
    }
    case 'joinNotification':
      await changeRooms(table, socket, (rooms) => withRoom(rooms, NOTIFICATION_ROOM), nowMs);
      return OK;
    case 'joinTickets':
    case 'leaveTickets':
      // Ticket events go to everyone who may see the ticket: which list is open is the browser's affair.
      return OK;
    case 'userStatus':
      await noteSignOfLife(table, socket.userId, { ids: systemIds, nowMs });
      return OK;
  }
};

/**
 * One frame of a browser. A socket whose row is gone (its session ended, or a post to it failed) is closed: the
 * browser comes back with a ticket, if it may, and fetches what it missed. So is one that sends more than any browser
 * does, before anything is read for it; and where one company's sockets send too much together, their frames wait for
 * each other and for nobody else's.
 * Calls: the socket's row; for a join also the ticket's beside the directory, a write, the ticket's again and a post; for a sign of life a write.
 */
export const receiveFrame = async (
  socketId: string,
  body: string,
  ports: WebSocketPorts,
): Promise<WebSocketReply> => {
  const bytes = Buffer.byteLength(body);
  const verdict = takeFrame(socketId, bytes, ports.nowMs);
  if (verdict === 'close') {
    log.warn('a socket sent too much', { socketId });
    await ports.close(socketId);
  }
  if (verdict !== 'taken') return { statusCode: 429 };
  if (bytes > CLIENT_FRAME_MAX_BYTES) return { statusCode: 413 };
  const frame = parseFrame(body);
  if (frame === undefined) return { statusCode: 400 };
  const owner = await ownerOfSocket(socketId);
  const close = async (): Promise<WebSocketReply> => {
    await ports.close(socketId);
    return { statusCode: 410 };
  };
  if (owner === undefined) return close();
  return ofCompany(owner.companyId, async () => {
    const table = openTable(owner.companyId);
    const socket = await table.get(Socket, { socketId, userId: owner.userId }, { consistent: true });
    if (socket === undefined || Date.parse(socket.expiresAt) <= ports.nowMs) return close();
    return actOn(owner.companyId, frame, table, socket, ports.nowMs);
  });
};
