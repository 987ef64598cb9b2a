import type { TicketStatus } from '../entities/ticket-terms.ts';
import { isAdmin } from '../permissions.ts';

/** The fields of a ticket that its visibility depends on. Views and stored tickets both have them. */
export interface TicketFacts {
  status: TicketStatus;
  queueId: number | null;
  userId: number | null;
  isGroup: boolean;
  /** Connection; `whatsappId` in the API. */
  connectionId: number | null;
}

/** The fields of a user that visibility depends on. */
export interface Viewer {
  id: number;
  profile: 'admin' | 'user';
  super: boolean;
  queueIds: readonly number[];
  /** Default connection: restricts which groups the user sees. */
  connectionId: number | null;
  allTicket: boolean;
  allowGroup: boolean;
  allHistoric: boolean;
  allUserChat: boolean;
}

/** The requested list of the tickets screen. */
export interface TicketListFilter {
  status: TicketStatus;
  showAll: boolean;
  /** Selected queues; undefined selects all queues of the viewer. */
  queueIds?: readonly number[] | undefined;
}

/** Whether the viewer works in the ticket's queue. Tickets without a queue are for users with `allTicket`. */
const worksInQueue = (queueId: number | null, viewer: Viewer): boolean =>
  queueId === null ? viewer.allTicket : viewer.queueIds.includes(queueId);

/** Whether a user may list the tickets of other users. */
export const mayShowAll = (viewer: Viewer): boolean => isAdmin(viewer) || viewer.allUserChat;

const seesGroup = (ticket: TicketFacts, viewer: Viewer): boolean =>
  viewer.allowGroup &&
  (viewer.connectionId === null || viewer.connectionId === ticket.connectionId) &&
  (ticket.queueId === null || worksInQueue(ticket.queueId, viewer));

/**
 * Whether a user may see a ticket: by link, in lists, searches, messages, notes, logs, exports and live events. All
 * of them use this function (S-21).
 */
export const canSeeTicket = (ticket: TicketFacts, viewer: Viewer): boolean => {
  if (isAdmin(viewer))
    return ticket.status !== 'group' || viewer.allowGroup || ticket.userId === viewer.id || viewer.super;
  if (ticket.userId === viewer.id) return true;
  if (ticket.status === 'group') return seesGroup(ticket, viewer);
  if (viewer.allUserChat) return viewer.allHistoric || worksInQueue(ticket.queueId, viewer);
  switch (ticket.status) {
    case 'pending':
    case 'lgpd':
      return ticket.userId === null && worksInQueue(ticket.queueId, viewer);
    case 'closed':
    case 'nps':
      return worksInQueue(ticket.queueId, viewer);
    case 'open':
      return false;
  }
};

/**
 * Whether the attendance panel shows a ticket to a user who may watch it: open and waiting tickets in the user's
 * queues, of any attendant, and the user's own. The panel only shows who does what; opening a ticket requires
 * `canSeeTicket`.
 */
export const canWatchTicket = (ticket: TicketFacts, viewer: Viewer): boolean =>
  (ticket.status === 'open' || ticket.status === 'pending') &&
  (isAdmin(viewer) || ticket.userId === viewer.id || worksInQueue(ticket.queueId, viewer));

const inSelection = (ticket: TicketFacts, filter: TicketListFilter, viewer: Viewer): boolean => {
  if (filter.queueIds === undefined) {
    return ticket.queueId === null
      ? viewer.allTicket || isAdmin(viewer)
      : isAdmin(viewer) || viewer.queueIds.includes(ticket.queueId);
  }
  if (ticket.queueId === null) return viewer.allTicket;
  return filter.queueIds.includes(ticket.queueId);
};

/** Whether a ticket belongs in a list. Used by the server's queries and by the browser's live lists. */
export const matchesTicketList = (ticket: TicketFacts, filter: TicketListFilter, viewer: Viewer): boolean => {
  if (!canSeeTicket(ticket, viewer)) return false;
  const showAll = filter.showAll && mayShowAll(viewer);
  switch (filter.status) {
    case 'open':
      return (
        ticket.status === 'open' &&
        (showAll
          ? showsQueue(ticket, filter, viewer)
          : ticket.userId === viewer.id && isSelected(ticket, filter))
      );
    case 'pending': {
      if (ticket.status === 'lgpd') return showAll && showsQueue(ticket, filter, viewer);
      return (
        ticket.status === 'pending' &&
        (showAll ? showsQueue(ticket, filter, viewer) : inSelection(ticket, filter, viewer))
      );
    }
    case 'group':
      return (
        ticket.status === 'group' &&
        seesGroup(ticket, viewer) &&
        (ticket.queueId === null || isSelected(ticket, filter))
      );
    case 'closed':
      return (
        ticket.status === 'closed' &&
        (isAdmin(viewer) && !showAll
          ? ticket.userId === viewer.id && isSelected(ticket, filter)
          : inSelection(ticket, filter, viewer))
      );
    case 'lgpd':
    case 'nps':
      return ticket.status === filter.status && inSelection(ticket, filter, viewer);
  }
};

/** The fields of a ticket that tell whether its attendant has something new to open. */
export interface TicketNews {
  unreadMessages: number;
  /** The user who transferred it. */
  transferredById: number | null;
}

export const isUnopened = ({ unreadMessages, transferredById }: TicketNews): boolean =>
  unreadMessages > 0 || transferredById !== null;

/** Returns whether a user's view marks a ticket as read: true for its attendant, and for every user in a group. */
export const isReadBy = (
  { status, userId }: Pick<TicketFacts, 'status' | 'userId'>,
  readerId: number,
): boolean => status === 'group' || (status === 'open' && userId === readerId);

/**
 * Whether the notification bell lists a ticket for a user: unread or transferred, and in the user's own open tickets,
 * in groups, or among the waiting ones if the company wants that.
 */
export const isAnnounced = (
  ticket: TicketFacts & TicketNews,
  viewer: Viewer,
  showPending: boolean,
): boolean => {
  const { status } = ticket;
  if (!isUnopened(ticket)) return false;
  if (status !== 'open' && status !== 'group' && !(status === 'pending' && showPending)) return false;
  return matchesTicketList(ticket, { status, showAll: false }, viewer);
};

/** The viewer's own ticket without a queue stays in the list, because no other user has it. */
const isSelected = (ticket: TicketFacts, filter: TicketListFilter): boolean =>
  filter.queueIds === undefined || ticket.queueId === null || filter.queueIds.includes(ticket.queueId);

const showsQueue = (ticket: TicketFacts, filter: TicketListFilter, viewer: Viewer): boolean =>
  viewer.allHistoric && filter.queueIds === undefined
    ? ticket.queueId !== null || viewer.allTicket || isAdmin(viewer)
    : inSelection(ticket, filter, viewer);

/** Whether a message of this queue belongs to the history that the viewer reads on a ticket that they may see. */
export const canSeeHistory = (
  message: { queueId: number | null; ticketId: number },
  ticket: { id: number; isGroup: boolean },
  viewer: Viewer,
): boolean => {
  if (message.ticketId === ticket.id) return true;
  if (isAdmin(viewer) || viewer.allHistoric) return true;
  if (message.queueId === null) return viewer.allTicket || (ticket.isGroup && viewer.allowGroup);
  return viewer.queueIds.includes(message.queueId);
};
