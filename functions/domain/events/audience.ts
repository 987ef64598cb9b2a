import {
  EVENTS,
  type EventData,
  type EventName,
  type EventParams,
  type LiveEvent,
} from '@prosa/shared/events/catalogue.ts';
import type { AudienceKind, Payload } from '@prosa/shared/events/define-event.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import {
  canSeeHistory,
  canSeeTicket,
  canWatchTicket,
  type TicketFacts,
} from '@prosa/shared/rules/ticket-visibility.ts';
import type { Delivery, EventContext, Listener, MessageRow, Recipient } from './context.ts';
import { NOTIFICATION_ROOM, parseChatRoom } from './rooms.ts';

/** The data that an audience is computed from, besides the event. */
interface Subject {
  /** The states of a ticket: before and after. */
  states?: readonly TicketFacts[];
  message?: MessageRow;
}
interface Needs {
  ticket: { states: readonly TicketFacts[] };
  room: { message: MessageRow };
}
/** The data that the decider of an event has to pass for the event's audience. */
type SubjectOf<N extends EventName> = (typeof EVENTS)[N]['audience']['kind'] extends infer Kind
  ? Kind extends keyof Needs
    ? Needs[Kind]
    : Record<never, never>
  : never;

interface Hearer {
  recipient: Recipient;
  listener: Listener;
  context: EventContext;
}

/**
 * Whether a browser shows this message: it has a conversation of the same contact and connection open, through a
 * ticket that its user may see now, and the message is in the part of the history that this user may read there.
 */
const showsMessage = (
  message: MessageRow,
  { listener, recipient: { viewer }, context: { tickets } }: Hearer,
): boolean =>
  listener.rooms.some((name) => {
    const room = parseChatRoom(name);
    if (room?.contactId !== message.contactId || room.connectionId !== message.connectionId) return false;
    const ticket = tickets.get(room.ticketId);
    return ticket !== undefined && canSeeTicket(ticket, viewer) && canSeeHistory(message, ticket, viewer);
  });

/** Whether a user gets the events of a ticket: users who may see it, and users who watch it on the attendance panel. */
export const followsTicket = (ticket: TicketFacts, { viewer, watchesTickets }: Recipient): boolean =>
  canSeeTicket(ticket, viewer) || (watchesTickets && canWatchTicket(ticket, viewer));

const wantsNotice = (message: MessageRow, { listener, recipient, context }: Hearer): boolean => {
  const ticket = context.tickets.get(message.ticketId);
  return (
    ticket !== undefined &&
    canSeeTicket(ticket, recipient.viewer) &&
    listener.rooms.includes(NOTIFICATION_ROOM)
  );
};

const ADMITS: Record<Exclude<AudienceKind, 'users'>, (subject: Subject, hearer: Hearer) => boolean> = {
  company: () => true,
  admins: (_subject, { recipient }) => isAdmin(recipient.viewer),
  managers: (_subject, { recipient }) => recipient.managesConnections,
  ticket: ({ states = [] }, { recipient }) => states.some((state) => followsTicket(state, recipient)),
  room: ({ message }, hearer) =>
    message !== undefined && (wantsNotice(message, hearer) || showsMessage(message, hearer)),
};

/** The audience of each event in the catalogue, as a function. */
const ROWS: {
  readonly [N in EventName]: {
    readonly audience:
      | { readonly kind: Exclude<AudienceKind, 'users'> }
      | {
          readonly kind: 'users';
          readonly of: (event: Payload<EventParams<N>, EventData<N>>) => readonly number[];
        };
  };
} = EVENTS;

/**
 * Returns an event for the audience of its catalogue row. The decider may restrict the audience with `to`, for
 * instance if some users may read numbers and others not, but cannot widen it. Users whom an event is about get it
 * even if they may get nothing else any more, for instance when their account ends.
 */
export const deliver = <N extends EventName>(
  context: EventContext,
  event: LiveEvent<N>,
  subject: SubjectOf<N>,
  to?: readonly Recipient[],
): Delivery<N> => {
  const { audience } = ROWS[event.name];
  const byId = new Map((to ?? context.recipients).map((recipient) => [recipient.viewer.id, recipient]));
  if (audience.kind === 'users') {
    const named = audience.of(event).filter((id) => to === undefined || byId.has(id));
    return { event, hears: ({ userId }) => named.includes(userId) };
  }
  const admits = ADMITS[audience.kind];
  return {
    event,
    hears: (listener) => {
      const recipient = byId.get(listener.userId);
      return recipient !== undefined && admits(subject, { recipient, listener, context });
    },
  };
};

/** Returns the event for each part of its audience: with numbers masked for some users, and in full for others. */
export const deliverMasked = <N extends EventName>(
  context: EventContext,
  make: (maskNumbers: boolean) => LiveEvent<N>,
  subject: SubjectOf<N>,
  to: readonly Recipient[] = context.recipients,
): Delivery<N>[] =>
  [false, true].flatMap((masks) => {
    const readers = to.filter(({ masksNumbers }) => masksNumbers === masks);
    return readers.length === 0 ? [] : [deliver(context, make(masks), subject, readers)];
  });
