import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import {
  isAnnounced,
  type TicketFacts,
  type TicketNews,
  type Viewer,
} from '@prosa/shared/rules/ticket-visibility.ts';

/**
 * The signed-in user in the form that the list rules need, with the setting for announcing waiting tickets and the
 * company's time zone.
 */
export type LiveViewer = Viewer & { notifyPending: boolean; timeZone: string };

export const viewerOf = (user: SessionUser): LiveViewer => ({
  id: user.id,
  profile: user.profile,
  super: user.super,
  queueIds: user.queues.map(({ id }) => id),
  connectionId: user.whatsappId,
  allTicket: user.allTicket === 'enabled',
  allowGroup: user.allowGroup,
  allHistoric: user.allHistoric === 'enabled',
  allUserChat: user.allUserChat === 'enabled',
  notifyPending: user.company.companieSettings.showNotificationPending,
  timeZone: user.company.timeZone,
});

/** Returns a ticket's fields that the visibility rules need. */
export const factsOf = (ticket: TicketView): TicketFacts => ({
  status: ticket.status,
  queueId: ticket.queueId,
  userId: ticket.userId,
  isGroup: ticket.isGroup,
  connectionId: ticket.whatsappId,
});

/** Returns a ticket's unopened content in the form that the visibility rules need. */
export const newsOf = ({ unreadMessages, transferredBy }: TicketView): TicketNews => ({
  unreadMessages,
  transferredById: transferredBy?.id ?? null,
});

/** Whether the bell shows a ticket to a user. */
export const isAnnouncedTo = (viewer: LiveViewer, ticket: TicketView): boolean =>
  isAnnounced({ ...factsOf(ticket), ...newsOf(ticket) }, viewer, viewer.notifyPending);

/** Whether another user has transferred a ticket to this user, who has not opened it yet. */
export const isHandedTo = (viewer: Pick<Viewer, 'id'>, { userId, transferredBy }: TicketView): boolean =>
  userId === viewer.id && transferredBy !== null;
