import {
  CHAT_BOX_ANSWERS,
  type CheckedPage,
  CLIENT_FRAME_MAX_BYTES,
  type ClientFrame,
  clientFrameSchema,
  type JoinedChatBox,
  PAGE_ANSWER,
} from '@prosa/shared/events/catalogue.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { newestMessages } from '../conversations/newest-messages.ts';
import { chatRoom, NOTIFICATION_ROOM, withoutTicket, withRoom } from '../domain/events/rooms.ts';
import { ticketIdOfUuid } from '../domain/ticket-uuid.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { viewerOf } from '../platform/auth/principal.ts';
import { requireDirectory } from '../platform/directory.ts';
import { systemIds } from '../platform/ids.ts';
import { createLimiter } from '../platform/limiter.ts';
import { log } from '../platform/log.ts';
import { deliverFrames } from '../platform/realtime/deliver-frames.ts';
import { hasMissedEvents } from '../platform/realtime/starting-pages.ts';
import { commit, WriteConflict } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { Socket } from '../platform/table/entities/users.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { noteSignOfLife } from '../repositories/users/presence.ts';
import { takeFrame } from './frame-budgets.ts';
import { ownerOfSocket } from './socket-owner.ts';
import type { WebSocketPorts, WebSocketReply } from './web-socket-event.ts';

type SocketRow = Row<typeof Socket>;

const MAX_ATTEMPTS = 5;
/** The queue holds what all WebSocket connections of a large company send when they reconnect at once. */
const ofCompany = createLimiter({ atOnce: 8, maxWaiting: 5_000 });
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
 * Changes the rooms of a WebSocket connection.
 * @param change returns the new rooms; undefined leaves them unchanged
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
 * Joins the room of a ticket if the user may see the ticket. The visibility is checked here, and again for every
 * event to the room.
 * @returns what the browser compares with its responses, read after joining; undefined if refused
 */
const joinChat = async (
  companyId: CompanyId,
  table: Table,
  socket: SocketRow,
  uuid: string,
  nowMs: number,
): Promise<JoinedChatBox | undefined> => {
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
  const viewer = viewerOf(user, directory);
  if (!canSeeTicket(ticket, viewer)) return undefined;
  const room = chatRoom({ ticketId, contactId: ticket.contactId, connectionId: ticket.connectionId ?? 0 });
  await changeRooms(table, socket, (rooms) => withRoom(rooms, room), nowMs);
  // Read again, because the browser may have missed changes before the room was joined.
  const [joined, messages] = await Promise.all([
    table.get(Ticket, { id: ticketId }, { consistent: true }),
    newestMessages(table, ticket, viewer),
  ]);
  return joined === undefined ? undefined : { id: uuid, version: joined.version, messages };
};

const answerWith = (table: Table, socket: SocketRow, answer: object): Promise<void> =>
  deliverFrames(table, new Map([[socket, [Buffer.from(JSON.stringify(answer))]]]));

/** Tells the browser whether it joined, and what there was to read then, because that decides what and when it fetches. */
const answerJoin = async (
  table: Table,
  socket: SocketRow,
  id: string,
  joined: JoinedChatBox | undefined,
): Promise<WebSocketReply> => {
  const answer =
    joined === undefined
      ? { event: CHAT_BOX_ANSWERS.refused, data: { id } }
      : { event: CHAT_BOX_ANSWERS.joined, data: joined };
  await answerWith(table, socket, answer);
  return joined === undefined ? { statusCode: 404 } : OK;
};

/** Tells a page that has just connected whether it missed an event since its start. */
const answerPage = async (
  table: Table,
  socket: SocketRow,
  id: string,
  nowMs: number,
): Promise<WebSocketReply> => {
  const data: CheckedPage = { id, missed: await hasMissedEvents(table, socket.userId, id, nowMs) };
  await answerWith(table, socket, { event: PAGE_ANSWER, data });
  return OK;
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
      // Ticket events go to every user who may see the ticket, whatever list the browser shows.
      return OK;
    case 'checkPage':
      return answerPage(table, socket, frame.id, nowMs);
    case 'userStatus':
      await noteSignOfLife(table, socket.userId, { ids: systemIds, nowMs });
      return OK;
  }
};

/**
 * Handles one frame of a browser. If the row of the WebSocket connection is gone (its sign-in session ended, or a
 * post to it failed), the WebSocket connection is closed: the browser reconnects with a socket token, if it may, and
 * fetches what it missed. It is also closed, before any read, if it sends more than any browser does. If one
 * company's WebSocket connections send too much together, their frames wait for one another and delay no other
 * company's. Calls: the socket's row; for a join also the ticket's in parallel with the directory, a write, the
 * ticket's again in parallel with the newest messages, and a post; for a
 * page's start a write and a post; for a heartbeat a write.
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
