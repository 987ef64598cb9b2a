import type { TicketStatus } from '../entities/ticket-terms.ts';

/** What visibility depends on, of a ticket. Views and stored tickets both have it. */
export interface TicketFacts {
  status: TicketStatus;
  queueId: number | null;
  userId: number | null;
  isGroup: boolean;
  /** Connection; `whatsappId` at the edge. */
  connectionId: number | null;
}

/** What visibility depends on, of the person who looks. */
export interface Viewer {
  id: number;
  profile: 'admin' | 'user';
  super: boolean;
  queueIds: readonly number[];
  /** Default connection: restricts which groups are seen. */
  connectionId: number | null;
  allTicket: boolean;
  allowGroup: boolean;
  allHistoric: boolean;
  allUserChat: boolean;
}

/** A list of the tickets screen, as asked for. */
export interface TicketListFilter {
  status: TicketStatus;
  showAll: boolean;
  /** Selected queues; undefined selects all the viewer has. */
  queueIds?: readonly number[] | undefined;
}

const isAdmin = (viewer: Viewer): boolean => viewer.profile === 'admin' || viewer.super;

/** Whether the viewer works in the ticket's queue. A ticket without a queue is for those with `allTicket`. */
const worksInQueue = (queueId: number | null, viewer: Viewer): boolean =>
  queueId === null ? viewer.allTicket : viewer.queueIds.includes(queueId);

/** Whether a person may list the tickets of others. */
export const mayShowAll = (viewer: Viewer): boolean => isAdmin(viewer) || viewer.allUserChat;

const seesGroup = (ticket: TicketFacts, viewer: Viewer): boolean =>
  viewer.allowGroup &&
  (viewer.connectionId === null || viewer.connectionId === ticket.connectionId) &&
  (ticket.queueId === null || worksInQueue(ticket.queueId, viewer));

/**
 * Whether a person may see a ticket at all: by link, in lists, searches, messages, notes, logs, exports and live
 * events. The one predicate of all of them (S-21).
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
 * Whether the attendance panel shows a ticket to who may watch it: what is attended or waits in the person's queues,
 * whoever has it, and what is the person's own. It tells who does what and opens nothing: that is `canSeeTicket`'s.
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

/** Whether a ticket belongs into a list; the server's queries and the browser's live lists both decide by it. */
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

/** What tells of a ticket that there is something in it which its attendant has not opened yet. */
export interface TicketNews {
  unreadMessages: number;
  /** Who handed it over. */
  transferredById: number | null;
}

export const isUnopened = ({ unreadMessages, transferredById }: TicketNews): boolean =>
  unreadMessages > 0 || transferredById !== null;

/**
 * Whether the bell tells a person of a ticket: unread or handed over, and in the person's own list of open tickets, of groups, or of those
 * that wait where the company wants these told.
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

/** An own ticket without a queue stays in reach: nobody else has it. */
const isSelected = (ticket: TicketFacts, filter: TicketListFilter): boolean =>
  filter.queueIds === undefined || ticket.queueId === null || filter.queueIds.includes(ticket.queueId);

const showsQueue = (ticket: TicketFacts, filter: TicketListFilter, viewer: Viewer): boolean =>
  viewer.allHistoric && filter.queueIds === undefined
    ? ticket.queueId !== null || viewer.allTicket || isAdmin(viewer)
    : inSelection(ticket, filter, viewer);

/** Whether a message of this queue is part of the history the viewer reads on a ticket he may see. */
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
