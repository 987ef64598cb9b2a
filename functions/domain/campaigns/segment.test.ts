import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { matchesFilter } from '@prosa/shared/rules/filters/matches-filter.ts';
import { printFilter } from '@prosa/shared/rules/filters/print-filter.ts';
import { ticketRow } from '@prosa/tests/factories/rows.ts';
import { anyFilters, RANDOM_MOMENT } from '@prosa/tests/support/random-filters.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TicketRun } from '../tickets/plan-ticket-list.ts';
import { segmentOf } from './segment.ts';

const company = { queueIds: [3, 4], moment: RANDOM_MOMENT, hidesNumbers: false };
const nameOf = (run: TicketRun): string => {
  switch (run.by) {
    case 'queue':
      return `${run.status} queue ${run.queueId}`;
    case 'user':
      return `${run.status} user ${run.userId}`;
    case 'contact':
      return `contact ${run.contactId}`;
    default:
      return run.by;
  }
};
const runsOf = (filter: string): string[] => segmentOf(filter, company).runs.map(nameOf).toSorted();

describe('a segment', () => {
  it('is found in the runs of every status but groups, narrowed by the filter', () => {
    const everything = TICKET_STATUSES.filter((status) => status !== 'group').flatMap((status) =>
      [0, 3, 4].map((queueId) => `${status} queue ${queueId}`),
    );
    expect(runsOf('unread')).toEqual(everything.toSorted());
    expect(runsOf('status:open queue:4')).toEqual(['open queue 4']);
    expect(runsOf('status:closed attendant:8')).toEqual(['closed user 8']);
    expect(runsOf('contact:7')).toEqual(['contact 7']);
    expect(runsOf('status:group')).toEqual([]);
    expect(runsOf('queue:99')).toEqual([]);
  });

  it('has the limits of the last activity', () => {
    const { active } = segmentOf('idle:>2h<4h', company);
    const before = (hours: number) => new Date(RANDOM_MOMENT.nowMs - hours * 3_600_000).toISOString();
    expect(active).toEqual({ from: before(4), to: before(2) });
    expect(segmentOf('unread', company).active).toEqual({});
  });

  it('matches what the filter matches, for random filters, and no group', () => {
    const ticket = ticketRow({ id: 2, queueId: 3, contactId: 41, unreadMessages: 1 });
    const { id, status, queueId, userId, connectionId, contactId, contact } = ticket;
    const subject = {
      ...{ id, status, queueId, userId, connectionId, contactId, contact },
      tagIds: [],
      laneId: null,
      isUnread: true,
      createdAtMs: Date.parse(ticket.rowCreatedAt),
      activeAtMs: Date.parse(ticket.activityAt),
      closedAtMs: null,
      userRating: null,
    };
    fc.assert(
      fc.property(anyFilters, (filter) => {
        const { matches } = segmentOf(printFilter(filter), company);
        expect(matches(ticket)).toBe(matchesFilter(subject, filter, RANDOM_MOMENT));
        expect(matches({ ...ticket, isGroup: true })).toBe(false);
      }),
    );
  });

  it('S-58: has words that match no digits which the company hides from anyone', () => {
    const made = ticketRow();
    const ticket = { ...made, contact: { ...made.contact, name: 'Ana', number: '5511987654321' } };
    const finds = (words: string, hidesNumbers: boolean) =>
      segmentOf(`words:${words}`, { ...company, hidesNumbers }).matches(ticket);
    expect([finds('98765', false), finds('98765', true)]).toEqual([true, false]);
    expect([finds('ana', false), finds('ana', true)]).toEqual([true, true]);
  });
});
