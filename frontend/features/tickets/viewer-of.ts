import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import {
  isAnnounced,
  type TicketFacts,
  type TicketNews,
  type Viewer,
} from '@prosa/shared/rules/ticket-visibility.ts';

/** The signed-in person as the rules of lists see one: whether waiting tickets are announced, and the clock of the company. */
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

/** A ticket as the visibility rules see one. */
export const factsOf = (ticket: TicketView): TicketFacts => ({
  status: ticket.status,
  queueId: ticket.queueId,
  userId: ticket.userId,
  isGroup: ticket.isGroup,
  connectionId: ticket.whatsappId,
});

/** What stands unopened in a ticket, as the visibility rules see it. */
export const newsOf = ({ unreadMessages, transferredBy }: TicketView): TicketNews => ({
  unreadMessages,
  transferredById: transferredBy?.id ?? null,
});

/** Whether the bell tells a person of a ticket. */
export const isAnnouncedTo = (viewer: LiveViewer, ticket: TicketView): boolean =>
  isAnnounced({ ...factsOf(ticket), ...newsOf(ticket) }, viewer, viewer.notifyPending);

/** Whether somebody else has handed a ticket to this person, who has not opened it yet. */
export const isHandedTo = (viewer: Pick<Viewer, 'id'>, { userId, transferredBy }: TicketView): boolean =>
  userId === viewer.id && transferredBy !== null;
