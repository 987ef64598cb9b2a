import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { type FilterSubject, matchesFilter } from '@prosa/shared/rules/filters/matches-filter.ts';
import type { TicketFilter } from '@prosa/shared/rules/filters/ticket-filter.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { anyFilters, knownSubjects, RANDOM_MOMENT } from '@prosa/tests/support/random-filters.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needsOf } from './filter-needs.ts';
import { planFilter } from './plan-filter.ts';
import { MAX_RUNS, type TicketPartition, type TicketRun } from './plan-ticket-list.ts';

const { nowMs } = RANDOM_MOMENT;
const QUEUES = [0, 1, 2, 3, 41];
const admin: Viewer = {
  id: 1,
  profile: 'admin',
  super: false,
  queueIds: [1, 2, 3, 41],
  connectionId: null,
  allTicket: true,
  allowGroup: true,
  allHistoric: true,
  allUserChat: true,
};
const attendant: Viewer = { ...admin, profile: 'user' };
const everything: TicketPartition[] = TICKET_STATUSES.flatMap((status) =>
  QUEUES.map((queueId) => ({ by: 'queue', status, queueId }) as const),
);
const parsed = (text: string): TicketFilter => {
  const result = parseFilter(text);
  if ('problem' in result) throw new Error(text);
  return result.filter;
};
const planOf = (text: string, viewer: Viewer = admin, partitions = everything) =>
  planFilter(partitions, needsOf(parsed(text), nowMs), viewer);
const nameOf = (run: TicketRun): string => {
  switch (run.by) {
    case 'queue':
      return `${run.status} queue ${run.queueId}`;
    case 'user':
      return `${run.status} user ${run.userId}`;
    case 'status':
      return run.status;
    case 'lane':
      return `column ${run.laneId}`;
    case 'contact':
      return `contact ${run.contactId}`;
  }
};
const namesOf = (runs: readonly TicketRun[]): string[] => runs.map(nameOf);

describe('needsOf', () => {
  it('is true of every ticket that matches, for random filters', () => {
    const has = <T>(wanted: ReadonlySet<T> | undefined, value: T) =>
      wanted === undefined || wanted.has(value);
    let narrowed = 0;
    fc.assert(
      fc.property(anyFilters, knownSubjects, (filter, subject) => {
        if (matchesFilter(subject, filter, RANDOM_MOMENT) !== true) return;
        const needs = needsOf(filter, nowMs);
        if (Object.keys(needs).length > 0) narrowed += 1;
        expect(has(needs.statuses, subject.status)).toBe(true);
        expect(has(needs.queueIds, subject.queueId)).toBe(true);
        expect(has(needs.userIds, subject.userId)).toBe(true);
        expect(has(needs.contactIds, subject.contactId)).toBe(true);
        expect(has(needs.laneIds, subject.laneId)).toBe(true);
        expect(subject.activeAtMs).toBeGreaterThanOrEqual(needs.activeFromMs ?? 0);
        expect(subject.activeAtMs).toBeLessThanOrEqual(needs.activeToMs ?? nowMs);
      }),
      { numRuns: 10_000, seed: 28 },
    );
    expect(narrowed).toBeGreaterThan(100);
  });

  it('intersects conditions side by side, unites choices, and negates statuses', () => {
    const needs = (text: string) => needsOf(parsed(text), nowMs);
    expect(needs('queue:1,2 queue:2,3')).toEqual({ queueIds: new Set([2]) });
    expect(needs('queue:1 or queue:2 unread')).toEqual({ queueIds: new Set([1, 2]) });
    expect(needs('queue:1 or unread')).toEqual({});
    expect(needs('-(queue:1 or status:open,pending)')).toEqual({
      statuses: new Set(['closed', 'group', 'lgpd', 'nps']),
    });
    expect(needs('-()')).toEqual({ statuses: new Set() });
    expect(needs('idle:>1h')).toEqual({ activeToMs: nowMs - 3_600_000 });
  });
});

describe('planFilter', () => {
  it('reads the queues and statuses that a filter names', () => {
    expect(namesOf(planOf('status:open queue:2,none').runs)).toEqual(['open queue 0', 'open queue 2']);
    expect(namesOf(planOf('queue:2 (status:open or status:closed unread)').runs)).toEqual([
      'open queue 2',
      'closed queue 2',
    ]);
    expect(planOf('status:open').partitions).toEqual(planOf('status:open').runs);
    expect(planOf('-()')).toEqual({ partitions: [], runs: [] });
    expect(planOf('unread').runs).toEqual(everything);
  });

  it('reads contacts first, then users, then columns', () => {
    expect(namesOf(planOf('contact:7,8 attendant:2 column:3 status:open').runs)).toEqual([
      'contact 7',
      'contact 8',
    ]);
    expect(namesOf(planOf('attendant:2 column:3 status:open').runs)).toEqual(['open user 2']);
    expect(namesOf(planOf('column:3 status:open,pending').runs)).toEqual(['column 3']);
    expect(planOf('column:3 status:closed').runs).toEqual(planOf('status:closed').runs);
    expect(planOf('attendant:none,2').runs).toEqual(everything);
  });

  it('reads and counts open and closed tickets by user, and only reads waiting ones by user', () => {
    const { partitions, runs } = planOf('attendant:2 status:open,pending');
    expect(namesOf(runs)).toEqual(['pending user 2', 'open user 2']);
    expect(namesOf(partitions)).toEqual([...QUEUES.map((id) => `pending queue ${id}`), 'open user 2']);
    const many = Array.from({ length: MAX_RUNS + 1 }, (_none, index) => index + 1).join(',');
    expect(planOf(`attendant:${many} status:closed`).runs).toEqual(planOf('status:closed').runs);
  });

  it('reads by user for an attendant only the attendant’s own tickets', () => {
    expect(namesOf(planOf('attendant:1 status:closed', attendant).runs)).toEqual(['closed user 1']);
    expect(planOf('attendant:2 status:closed', attendant).runs).toEqual(planOf('status:closed').runs);
  });

  it('S-21: has a run with every ticket that matches, for random filters', () => {
    const holds = (run: TicketRun, ticket: Required<FilterSubject>): boolean => {
      switch (run.by) {
        case 'queue':
          return run.status === ticket.status && run.queueId === (ticket.queueId ?? 0);
        case 'user':
          return run.status === ticket.status && run.userId === ticket.userId;
        case 'status':
          return run.status === ticket.status;
        case 'lane':
          return run.laneId === ticket.laneId && ['open', 'pending'].includes(ticket.status);
        case 'contact':
          return run.contactId === ticket.contactId;
      }
    };
    const starts = fc.constantFrom(
      everything,
      everything.filter(({ status }) => status === 'open' || status === 'pending'),
      [{ by: 'user', status: 'open', userId: 1 } as const],
    );
    fc.assert(
      fc.property(
        anyFilters,
        knownSubjects,
        fc.constantFrom(admin, attendant),
        starts,
        (filter, subject, viewer, start) => {
          if (matchesFilter(subject, filter, RANDOM_MOMENT) !== true) return;
          if (!start.some((run) => holds(run, subject))) return;
          const { partitions, runs } = planFilter(start, needsOf(filter, nowMs), viewer);
          expect(runs.some((run) => holds(run, subject))).toBe(true);
          expect(partitions.filter((run) => holds(run, subject))).toHaveLength(1);
          expect(runs.length).toBeLessThanOrEqual(Math.max(start.length, MAX_RUNS));
        },
      ),
      { numRuns: 10_000 },
    );
  });
});
