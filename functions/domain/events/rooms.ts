/**
 * What a socket listens to beside what everybody gets. A conversation's room names the ticket, by which joining was
 * allowed, and contact and connection, whose messages it shows.
 */
export const NOTIFICATION_ROOM = 'notification';

/** Conversations a socket may have open at once; older ones are left. */
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

/** The rooms of a socket after it joined one. */
export const withRoom = (rooms: readonly string[], room: string): string[] => {
  const others = rooms.filter((other) => other !== room);
  const chats = others.filter((other) => parseChatRoom(other) !== undefined);
  const left = new Set(
    parseChatRoom(room) === undefined ? [] : chats.slice(0, Math.max(0, chats.length + 1 - MAX_CHAT_ROOMS)),
  );
  return [...others.filter((other) => !left.has(other)), room];
};

/** The rooms of a socket after it left a ticket's conversation. */
export const withoutTicket = (rooms: readonly string[], ticketId: number): string[] =>
  rooms.filter((room) => parseChatRoom(room)?.ticketId !== ticketId);
