import {
  CHAT_BOX_ANSWERS,
  EVENTS,
  type EventName,
  type JoinedChatBox,
  joinedChatBoxSchema,
  type LiveEvent,
} from '@prosa/shared/events/catalogue.ts';
import { createNameReader } from '@prosa/shared/events/event-name.ts';

const readName = createNameReader(EVENTS);

const isLiveEvent = (event: { name: EventName; params: object; data: unknown }): event is LiveEvent =>
  EVENTS[event.name].schema.safeParse(event.data).success;

export interface JoinAnswer {
  /** Uuid of the ticket whose conversation was to be joined. */
  uuid: string;
  /** What there was to read after joining; null when joining was refused. */
  joined: Pick<JoinedChatBox, 'version' | 'messages'> | null;
}

/** Reads the response to a join of a conversation; undefined for other frames. */
export const readJoinAnswer = (name: string, data: unknown): JoinAnswer | undefined => {
  if (name === CHAT_BOX_ANSWERS.joined) {
    const { data: joined } = joinedChatBoxSchema.safeParse(data);
    return joined && { uuid: joined.id, joined };
  }
  if (name !== CHAT_BOX_ANSWERS.refused || typeof data !== 'object' || data === null) return undefined;
  return 'id' in data && typeof data.id === 'string' ? { uuid: data.id, joined: null } : undefined;
};

/**
 * Parses an event from a frame. Returns undefined for an event of another company, of another version of the app, or
 * for an invalid event: the next fetch brings the change.
 */
export const readEvent = (companyId: number, name: string, data: unknown): LiveEvent | undefined => {
  const address = readName(name);
  if (address === undefined) return undefined;
  const { key, params } = address;
  if ('companyId' in params && params.companyId !== companyId) return undefined;
  const event = { name: key, params, data };
  return isLiveEvent(event) ? event : undefined;
};
