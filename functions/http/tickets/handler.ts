import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { closeAllTickets } from './close-all-tickets.ts';
import { createTicket } from './create-ticket.ts';
import { routes } from './function.ts';
import { getTicket, getTicketByUuid } from './get-ticket.ts';
import { countListedTickets, listTickets } from './list-tickets.ts';
import { markTicketUnread } from './mark-unread.ts';
import { removeTicket } from './remove-ticket.ts';
import { ticketLog } from './ticket-log.ts';
import { createTicketNote, listTicketNotes, removeTicketNote } from './ticket-notes.ts';
import { ticketsOfContact } from './tickets-of-contact.ts';
import { updateTicket } from './update-ticket.ts';
import { listUsersMoments } from './users-moments.ts';

export const handler = bindRoutes(routes, {
  list: listTickets,
  usersMoments: listUsersMoments,
  count: countListedTickets,
  getByUuid: getTicketByUuid,
  get: getTicket,
  create: createTicket,
  update: updateTicket,
  markUnread: markTicketUnread,
  remove: removeTicket,
  closeAll: closeAllTickets,
  log: ticketLog,
  ofContact: ticketsOfContact,
  listNotes: listTicketNotes,
  createNote: createTicketNote,
  removeNote: removeTicketNote,
});
