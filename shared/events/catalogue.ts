import * as z from 'zod';
import { EVENT_GROUPS, type EventGroup, type EventGroups } from './event-groups.ts';
import type { NameParams } from './event-name.ts';

type NamesOf<G> = G extends unknown ? keyof G : never;
type RowOf<G, N> = G extends Readonly<Record<N & string, infer R>> ? R : never;
/** The events of all groups. */
type Events = { [N in NamesOf<EventGroups[EventGroup]>]: RowOf<EventGroups[EventGroup], N> };

/** The registry of all live events. */
// Cast: each group is spread into the result, which TypeScript does not follow.
export const EVENTS = Object.assign({}, ...Object.values(EVENT_GROUPS)) as Events;
export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]['schema']>;
export type EventParams<N extends EventName> = NameParams<(typeof EVENTS)[N]['name']>;

/** An event before its audience is decided. */
export type LiveEvent<N extends EventName = EventName> = {
  [K in N]: { name: K; params: EventParams<K>; data: EventData<K> };
}[N];

const eventFrameSchema = z.object({ event: z.string(), data: z.unknown() });
/** A frame to the browser: one event or, if it requested batches, several in order. */
export const frameSchema = z.union([eventFrameSchema, z.array(eventFrameSchema)]);

/** A frame from the browser. */
export const clientFrameSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['joinChatBox', 'joinChatBoxLeave']), id: z.uuid() }),
  z.strictObject({ action: z.enum(['joinTickets', 'leaveTickets']), id: z.string().max(40).optional() }),
  z.strictObject({ action: z.literal('joinNotification') }),
  z.strictObject({ action: z.literal('userStatus') }),
  z.strictObject({ action: z.literal('checkPage'), id: z.uuid() }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;
/**
 * Responses to `joinChatBox`. Joined, with a {@link JoinedChatBox}: from now on the browser gets every change of the
 * conversation. Refused, with `{id}`: the user may not see the ticket.
 */
export const CHAT_BOX_ANSWERS = { joined: 'joinedChatBox', refused: 'refusedChatBox' } as const;
/** What there was to read when a conversation was joined; a browser whose responses equal it has missed no change. */
export const joinedChatBoxSchema = z.object({
  /** Uuid of the ticket. */
  id: z.string(),
  /** Version of the ticket. */
  version: z.int(),
  /** Id and version of the newest messages, at most a page, the oldest first. */
  messages: z.array(z.tuple([z.string(), z.int()])),
});
export type JoinedChatBox = z.infer<typeof joinedChatBoxSchema>;
/** Response to `checkPage`, with a {@link CheckedPage}. */
export const PAGE_ANSWER = 'checkedPage';
/** Whether a page may have missed an event between its start and the opening of its WebSocket connection. */
export const checkedPageSchema = z.object({
  /** Id that the page chose and sent when it signed in or refreshed the sign-in session. */
  id: z.string(),
  missed: z.boolean(),
});
export type CheckedPage = z.infer<typeof checkedPageSchema>;
/** Maximum size of a browser's frame. A larger frame is rejected before it is parsed (S-36). */
export const CLIENT_FRAME_MAX_BYTES = 4096;
/** API Gateway's limit for a frame; a larger event is sent as a reference (R44). */
export const EVENT_MAX_BYTES = 32 * 1024;
