import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import type { TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { canSeeTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { factsOf } from '../tickets/viewer-of.ts';

type Change = BodyInput<typeof ticketRoutes.update>;

/** An attendant to whom a ticket can be moved; `null` in its place stands for the waiting tickets. */
export interface MoveTarget {
  id: number;
  name: string;
  profile: 'admin' | 'user';
  queueIds: readonly number[];
}

/** Reason why a ticket cannot be moved; its text is `refused.<reason>`. */
export type RefusalReason = 'notAllowed' | 'otherQueue' | 'closingQueue' | 'noQueue';

export type Move =
  | { kind: 'none' }
  | { kind: 'refused'; reason: RefusalReason }
  /** The queue has to be chosen first. */
  | { kind: 'ask' }
  /**
   * `undo` moves the ticket back; null if the user may not do that, or if the customer got a message about the move.
   */
  | { kind: 'move'; change: Change; undo: Change | null };

/** Data besides the ticket and its target on which a move depends. */
export interface MoveWorld {
  viewer: Viewer;
  /** Queues that close a ticket when it is transferred to them. */
  closingQueueIds: ReadonlySet<number>;
  /** Whether the company tells its customers about a transfer. */
  tellsCustomer: boolean;
}

const attended = (ticket: TicketView): 'open' | 'group' =>
  ticket.isGroup && ticket.whatsapp?.groupAsTicket !== 'enabled' ? 'group' : 'open';

const WAITING = { status: 'pending', userId: null } as const;

/** Whether a user may move a ticket: if the user may open it. */
export const mayMove = (ticket: TicketView, viewer: Viewer): boolean => canSeeTicket(factsOf(ticket), viewer);

const toWaiting = (ticket: TicketView): Move => ({
  kind: 'move',
  change: WAITING,
  undo: { status: attended(ticket), userId: ticket.userId, sendGreetingMessage: false },
});

const toAgent = (ticket: TicketView, userId: number, queueId: number, world: MoveWorld): Move => {
  const { viewer, closingQueueIds, tellsCustomer } = world;
  if (closingQueueIds.has(queueId)) return { kind: 'refused', reason: 'closingQueue' };
  const status = attended(ticket);
  const isUndoable = !tellsCustomer && canSeeTicket({ ...factsOf(ticket), status, userId, queueId }, viewer);
  const back: Change =
    ticket.userId === null
      ? WAITING
      : { status, userId: ticket.userId, queueId: ticket.queueId ?? queueId, isTransfered: true };
  return {
    kind: 'move',
    change: { status, userId, queueId, isTransfered: true },
    undo: isUndoable ? back : null,
  };
};

/**
 * Decides what moving a ticket to an attendant, or back to the waiting tickets, means. An attendant gets tickets of
 * their own queues only; an administrator gets those of any queue.
 */
export const planMove = (ticket: TicketView, target: MoveTarget | null, world: MoveWorld): Move => {
  if ((target?.id ?? null) === ticket.userId) return { kind: 'none' };
  if (!mayMove(ticket, world.viewer)) return { kind: 'refused', reason: 'notAllowed' };
  if (target === null) return toWaiting(ticket);
  const { id, profile, queueIds } = target;
  if (ticket.queueId !== null)
    return profile !== 'user' || queueIds.includes(ticket.queueId)
      ? toAgent(ticket, id, ticket.queueId, world)
      : { kind: 'refused', reason: 'otherQueue' };
  const [first] = queueIds;
  if (queueIds.length === 1 && first !== undefined) return toAgent(ticket, id, first, world);
  return first === undefined && profile === 'user' ? { kind: 'refused', reason: 'noQueue' } : { kind: 'ask' };
};
