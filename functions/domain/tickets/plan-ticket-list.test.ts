import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import {
  canSeeTicket,
  canWatchTicket,
  matchesTicketList,
  type TicketListFilter,
  type Viewer,
} from '@prosa/shared/rules/ticket-visibility.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laggingRuns, mergeRuns } from './merge-runs.ts';
import {
  condenseRuns,
  MAX_RUNS,
  planBoardTickets,
  planMoments,
  planTicketBrowse,
  planTicketList,
  planUnreadTickets,
  planWatchedTickets,
  type TicketPartition,
} from './plan-ticket-list.ts';

const QUEUES = [1, 2, 3, 4];
const ids = fc.subarray(QUEUES);
const viewers: fc.Arbitrary<Viewer> = fc
  .record({
    id: fc.integer({ min: 1, max: 3 }),
    profile: fc.constantFrom('admin' as const, 'user' as const),
    super: fc.boolean(),
    queueIds: ids,
    connectionId: fc.constantFrom(null, 1, 2),
    allTicket: fc.boolean(),
    allowGroup: fc.boolean(),
    allHistoric: fc.boolean(),
    allUserChat: fc.boolean(),
  })
  // An administrator without queues works in all queues.
  .map((viewer) =>
    viewer.profile === 'admin' && viewer.queueIds.length === 0 ? { ...viewer, queueIds: QUEUES } : viewer,
  );
const tickets = fc.record({
  status: fc.constantFrom(...TICKET_STATUSES),
  queueId: fc.constantFrom(null, ...QUEUES),
  userId: fc.constantFrom(null, 1, 2, 3),
  isGroup: fc.boolean(),
  connectionId: fc.constantFrom(1, 2),
});
const filters: fc.Arbitrary<TicketListFilter> = fc.record({
  status: fc.constantFrom(...TICKET_STATUSES),
  showAll: fc.boolean(),
  queueIds: fc.option(ids, { nil: undefined }),
});

const attendant: Viewer = {
  id: 1,
  profile: 'user',
  super: false,
  queueIds: [1],
  connectionId: null,
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  allUserChat: false,
};

const holds = (
  partition: TicketPartition,
  ticket: { status: string; queueId: number | null; userId: number | null },
): boolean =>
  partition.status === ticket.status &&
  {
    queue: () => partition.by === 'queue' && partition.queueId === (ticket.queueId ?? 0),
    user: () => partition.by === 'user' && partition.userId === ticket.userId,
    status: () => ticket.queueId !== null,
  }[partition.by]();

describe('planTicketList', () => {
  it('S-21: reads every partition that contains a ticket of the list, for every viewer', () => {
    fc.assert(
      fc.property(viewers, filters, tickets, (viewer, filter, ticket) => {
        const planned = planTicketList(filter, viewer, QUEUES).filter((partition) =>
          holds(partition, ticket),
        );
        expect(planned.length).toBeLessThanOrEqual(1);
        if (matchesTicketList(ticket, filter, viewer)) expect(planned).toHaveLength(1);
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads own open tickets by user and all others by queue, and for administrators all by queue', () => {
    const viewer: Viewer = { ...attendant, queueIds: [1, 2] };
    const named = (plan: TicketPartition[]) =>
      plan.map(
        (run) =>
          `${run.status}:${run.by === 'queue' ? `q${run.queueId}` : run.by === 'user' ? `u${run.userId}` : 'all'}`,
      );
    const asked = { showAll: false, queueIds: [1, 2], statuses: ['open', 'closed'] } as const;
    expect(named(planTicketBrowse(asked, viewer, QUEUES))).toEqual(['open:u1', 'closed:q1', 'closed:q2']);
    const admin: Viewer = { ...viewer, profile: 'admin' };
    expect(named(planTicketBrowse(asked, admin, QUEUES))).toEqual([
      'open:q1',
      'open:q2',
      'closed:q1',
      'closed:q2',
    ]);
  });

  it('never reads queues that do not exist', () => {
    fc.assert(
      fc.property(viewers, filters, (viewer, filter) => {
        const queueIds = [...QUEUES, ...Array.from({ length: 900 }, (_none, index) => 1_000 + index)];
        const plan = planTicketList({ ...filter, queueIds }, viewer, QUEUES);
        expect(plan.length).toBeLessThanOrEqual(2 * (QUEUES.length + 1));
      }),
    );
  });

  it('reads own open tickets, groups, and if configured waiting tickets for the notification bell', () => {
    const viewer = { ...attendant, allowGroup: true };
    const statuses = (showPending: boolean) =>
      planUnreadTickets(viewer, showPending, QUEUES).map(({ status }) => status);
    expect(statuses(false)).toEqual(['open', 'group', 'group']);
    expect(statuses(true)).toEqual(['open', 'group', 'group', 'pending']);
  });
});

it('S-21: moments, board and attendance panel read every partition with a ticket that they show, for every viewer', () => {
  const asked = fc.record({
    statuses: fc.subarray([...TICKET_STATUSES]),
    queueIds: fc.option(ids, { nil: undefined }),
    userId: fc.constantFrom(undefined, 1, 2),
  });
  fc.assert(
    fc.property(viewers, asked, tickets, (viewer, moments, ticket) => {
      const reads = (plan: readonly TicketPartition[]) => plan.some((partition) => holds(partition, ticket));
      const { status, queueId, userId } = ticket;
      const isOnBoard = status === 'open' || status === 'pending';
      if (isOnBoard && canSeeTicket(ticket, viewer))
        expect(reads(planBoardTickets(viewer, QUEUES)), 'board').toBe(true);
      if (canWatchTicket(ticket, viewer) && (queueId !== null || viewer.allTicket || userId === viewer.id))
        expect(reads(planWatchedTickets(viewer, QUEUES)), 'panel').toBe(true);
      const isAsked =
        moments.statuses.includes(status) &&
        (moments.queueIds === undefined || (queueId !== null && moments.queueIds.includes(queueId))) &&
        (moments.userId === undefined || userId === moments.userId);
      if (isAsked && viewer.profile === 'admin' && canSeeTicket(ticket, viewer))
        expect(reads(planMoments(moments, viewer, QUEUES)), 'moments').toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

describe('condenseRuns', () => {
  const manyQueues = Array.from({ length: 100 }, (_none, index) => index + 1);

  it('S-21: covers the same tickets in at most 20 runs, each ticket in only one run', () => {
    const several = fc.record({
      viewer: viewers,
      filter: filters,
      ticket: tickets,
      queueIds: fc.constantFrom(QUEUES, manyQueues),
      count: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(several, ({ viewer, filter, ticket, queueIds, count }) => {
        const worker = { ...viewer, queueIds: queueIds.slice(0, count) };
        const runs = planTicketList(filter, worker, queueIds);
        const condensed = condenseRuns(runs, queueIds.length);
        expect(condensed.length).toBeLessThanOrEqual(Math.min(runs.length, MAX_RUNS));
        const found = condensed.filter((run) => holds(run, ticket));
        expect(found.length).toBeLessThanOrEqual(1);
        if (runs.some((run) => holds(run, ticket))) expect(found).toHaveLength(1);
      }),
      { numRuns: 5_000 },
    );
  });

  it('replaces all queues by one run, and keeps a few of many queues as they are', () => {
    const pending = (count: number) =>
      planTicketList(
        { status: 'pending', showAll: false },
        { ...attendant, queueIds: manyQueues.slice(0, count) },
        manyQueues,
      );
    expect(condenseRuns(pending(100), 100)).toEqual([{ by: 'status', status: 'pending', share: 1 }]);
    expect(condenseRuns(pending(20), 100)).toEqual(pending(20));
    expect(condenseRuns(pending(21), 100)).toEqual([{ by: 'status', status: 'pending', share: 0.21 }]);
    expect(condenseRuns(pending(1), 1)).toEqual(pending(1));
  });
});

describe('laggingRuns', () => {
  it('returns the runs that stopped before the page was full, in the order in which they stopped', () => {
    const runs = [
      { rows: ['9', '8'], next: '8' },
      { rows: ['7', '3'], next: '3' },
      { rows: ['6'] },
      { rows: ['5', '4'], next: '4' },
    ];
    expect(laggingRuns(runs, (row) => row, 'desc', 6)).toEqual([0]);
    expect(laggingRuns(runs, (row) => row, 'desc', 40)).toEqual([0, 3, 1]);
    expect(laggingRuns(runs, (row) => row, 'desc', 2)).toEqual([]);
  });
});

describe('mergeRuns', () => {
  it('returns every row once and in order, for any runs', () => {
    const runs = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 40 }), {
      minLength: 1,
      maxLength: 5,
    });
    const key = (n: number): string => String(n).padStart(4, '0');
    fc.assert(
      fc.property(
        runs,
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (numbers, order, perRun, limit) => {
          const sign = order === 'asc' ? 1 : -1;
          const inOrder = (all: readonly string[]) =>
            [...new Set(all)].sort((a, b) => (a < b ? -sign : sign));
          const whole = numbers.map((run) => inOrder(run.map(key)));
          const seen: string[] = [];
          let position: string | undefined;
          for (let pages = 0; ; pages++) {
            expect(pages).toBeLessThan(1_000);
            const after = position;
            const read = whole.map((run) => {
              const rest =
                after === undefined ? run : run.filter((k) => (order === 'asc' ? k > after : k < after));
              const rows = rest.slice(0, perRun);
              const next = rest.length > perRun ? rows.at(-1) : undefined;
              // Rows that a filter rejects count as read, too.
              const kept = rows.filter((k) => Number(k) % 7 !== 0);
              return next === undefined ? { rows: kept } : { rows: kept, next };
            });
            const page = mergeRuns(read, (row) => row, order, limit);
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            seen.push(...page.rows);
            if (page.next === undefined) break;
            expect(page.next).not.toBe(position);
            position = page.next;
          }
          expect(seen).toEqual(inOrder(whole.flat()).filter((k) => Number(k) % 7 !== 0));
        },
      ),
      { numRuns: 500 },
    );
  });
});
