import { ticketSchema } from '@prosa/shared/entities/ticket.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { describe, expect, it } from 'vitest';
import { matchesTicketSearch, type TicketSearchFilter } from './matches-ticket-search.ts';

const viewer: Viewer = {
  id: 1,
  profile: 'user',
  super: false,
  queueIds: [1, 2],
  connectionId: null,
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  allUserChat: false,
};
const admin: Viewer = { ...viewer, profile: 'admin' };
const anything: TicketSearchFilter = {
  showAll: false,
  statuses: [],
  tags: [],
  users: [],
  connections: [],
  unread: false,
  activeOn: '',
  createdOn: '',
  timeZone: 'America/Sao_Paulo',
};
const ticket = {
  rowCreatedAt: '2026-11-20T12:00:00.000Z',
  ...ticketSchema.parse({
    companyId: 2,
    id: 1,
    uuid: '00000001-0000-8000-8000-000000000000',
    status: 'closed',
    channel: 'whatsapp',
    contactId: 1,
    contact: { id: 1, name: 'Ana', number: '1', tags: [{ id: 5, name: 'VIP', color: '#fff' }] },
    connectionId: 3,
    queueId: 1,
    userId: 2,
    activityAt: '2026-11-21T02:00:00.000Z',
  }),
};

describe('matchesTicketSearch', () => {
  it('S-21: finds nothing that the viewer may not see', () => {
    expect(matchesTicketSearch(ticket, anything, viewer)).toBe(true);
    expect(matchesTicketSearch({ ...ticket, queueId: 3 }, anything, viewer)).toBe(false);
    expect(matchesTicketSearch({ ...ticket, status: 'open' }, { ...anything, showAll: true }, viewer)).toBe(
      false,
    );
  });

  it('finds open tickets of other users for administrators, and for users with the right who ask for all', () => {
    const open = { ...ticket, status: 'open' } as const;
    const all = { ...viewer, allUserChat: true };
    expect(matchesTicketSearch(open, anything, admin)).toBe(true);
    expect(matchesTicketSearch(open, anything, all)).toBe(false);
    expect(matchesTicketSearch(open, { ...anything, showAll: true }, all)).toBe(true);
    expect(matchesTicketSearch({ ...open, userId: 1 }, anything, viewer)).toBe(true);
  });

  it('filters by queue, tag, status, connection, and for administrators by attendant', () => {
    const passes = (filter: Partial<TicketSearchFilter>, who = viewer) =>
      matchesTicketSearch(ticket, { ...anything, ...filter }, who);
    expect([passes({ queueIds: [1] }), passes({ queueIds: [2] })]).toEqual([true, false]);
    expect([passes({ tags: [4, 5] }), passes({ tags: [4] })]).toEqual([true, false]);
    expect([passes({ statuses: ['closed'] }), passes({ statuses: ['open'] })]).toEqual([true, false]);
    expect([passes({ connections: [3] }), passes({ connections: [4] })]).toEqual([true, false]);
    expect([passes({ users: [9] }), passes({ users: [9] }, admin), passes({ users: [2] }, admin)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('filters by unread messages, and by days in the company’s time zone', () => {
    const passes = (filter: Partial<TicketSearchFilter>, fields = {}) =>
      matchesTicketSearch({ ...ticket, ...fields }, { ...anything, ...filter }, viewer);
    expect([passes({ unread: true }), passes({ unread: true }, { unreadMessages: 1 })]).toEqual([
      false,
      true,
    ]);
    // 02:00 in UTC is the evening before in São Paulo.
    expect([passes({ activeOn: '2026-11-20' }), passes({ activeOn: '2026-11-21' })]).toEqual([true, false]);
    expect([passes({ createdOn: '2026-11-20' }), passes({ createdOn: '2026-11-21' })]).toEqual([true, false]);
  });
});
