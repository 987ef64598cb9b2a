import type { TicketFacts, TicketListFilter, Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { describe, expect, it } from 'vitest';
import { matchesTicketSearch } from './matches-ticket-search.ts';

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
const anything: Pick<TicketListFilter, 'showAll' | 'queueIds'> = { showAll: false };
const ticket: TicketFacts = { status: 'closed', connectionId: 3, queueId: 1, userId: 2, isGroup: false };

describe('matchesTicketSearch', () => {
  it('S-21: finds nothing that the viewer may not see', () => {
    expect(matchesTicketSearch(ticket, anything, viewer)).toBe(true);
    expect(matchesTicketSearch({ ...ticket, queueId: 3 }, anything, viewer)).toBe(false);
    expect(matchesTicketSearch({ ...ticket, status: 'open' }, { ...anything, showAll: true }, viewer)).toBe(
      false,
    );
  });

  it('finds open tickets of other users for administrators, and for users with the right who ask for all', () => {
    const open: TicketFacts = { ...ticket, status: 'open' };
    const all = { ...viewer, allUserChat: true };
    expect(matchesTicketSearch(open, anything, admin)).toBe(true);
    expect(matchesTicketSearch(open, anything, all)).toBe(false);
    expect(matchesTicketSearch(open, { ...anything, showAll: true }, all)).toBe(true);
    expect(matchesTicketSearch({ ...open, userId: 1 }, anything, viewer)).toBe(true);
  });

  it('finds tickets of the selected queues, and own tickets of any queue', () => {
    const passes = (queueIds: number[], fields: Partial<TicketFacts> = {}) =>
      matchesTicketSearch({ ...ticket, ...fields }, { ...anything, queueIds }, viewer);
    expect([passes([1]), passes([2]), passes([2], { userId: viewer.id })]).toEqual([true, false, true]);
  });
});
