import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { ticketExample as example } from '@prosa/shared/events/tickets.ts';
import type { LiveViewer } from './viewer-of.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;

/** Returns a variant of the example ticket of events: ticket `id` was last active `id` minutes after noon. */
export const ticketExample = (id: number, change: Partial<TicketView> = {}): TicketView => ({
  ...example,
  id,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  contactId: id,
  contact: { ...example.contact, id, name: `Contato ${id}`, tags: [] },
  userId: 10,
  user: { id: 10, name: 'Bruno', color: '#7C7C7C' },
  transferredBy: null,
  lastMessage: 'Olá',
  unreadMessages: 0,
  updatedAt: new Date(START_MS + id * MINUTE_MS).toISOString(),
  version: 1,
  ...change,
});

/** Returns an attendant of queue 1 with id 10, for tests. */
export const viewerExample = (change: Partial<LiveViewer> = {}): LiveViewer => ({
  id: 10,
  profile: 'user',
  super: false,
  queueIds: [1],
  connectionId: null,
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  allUserChat: false,
  notifyPending: true,
  timeZone: 'America/Sao_Paulo',
  ...change,
});
