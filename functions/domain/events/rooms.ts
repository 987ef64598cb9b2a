/**
 * Room of the notification bell. A room is a set of events that a WebSocket connection subscribes to, besides the
 * events for every user. The room of a conversation contains the id of the ticket for which joining was authorized, and
 * the ids of the conversation's contact and connection.
 */
export const NOTIFICATION_ROOM = 'notification';

/** Maximum number of conversations that a WebSocket connection may have open at once; the oldest are dropped. */
export const MAX_CHAT_ROOMS = 10;

export interface ChatRoom {
  ticketId: number;
  contactId: number;
  connectionId: number;
}

export const chatRoom = (room: ChatRoom): string =>
  `chat:${room.ticketId}:${room.contactId}:${room.connectionId}`;

const PATTERN = /^chat:(\d+):(\d+):(\d+)$/;

export const parseChatRoom = (room: string): ChatRoom | undefined => {
  const [, ticketId, contactId, connectionId] = PATTERN.exec(room) ?? [];
  if (ticketId === undefined || contactId === undefined || connectionId === undefined) return undefined;
  return { ticketId: Number(ticketId), contactId: Number(contactId), connectionId: Number(connectionId) };
};

/** Returns the rooms of a WebSocket connection after it joined a room. */
export const withRoom = (rooms: readonly string[], room: string): string[] => {
  const others = rooms.filter((other) => other !== room);
  const chats = others.filter((other) => parseChatRoom(other) !== undefined);
  const left = new Set(
    parseChatRoom(room) === undefined ? [] : chats.slice(0, Math.max(0, chats.length + 1 - MAX_CHAT_ROOMS)),
  );
  return [...others.filter((other) => !left.has(other)), room];
};

/** Returns the rooms of a WebSocket connection after it left a ticket's conversation. */
export const withoutTicket = (rooms: readonly string[], ticketId: number): string[] =>
  rooms.filter((room) => parseChatRoom(room)?.ticketId !== ticketId);
