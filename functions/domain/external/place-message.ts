import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { isDriven, NO_AUTOMATION, OPTIONS } from '../tickets/automation.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';

/** The place that another system requests for its message. */
export interface WantedPlace {
  userId: number | null;
  queueId: number | null;
}

export type Placement =
  /** Another user, or another queue, has the conversation. */
  | { kind: 'elsewhere'; ticket: Pick<Ticket, 'id' | 'userId' | 'queueId'> }
  | { kind: 'continue'; after: Ticket; isTakenOver: boolean }
  | { kind: 'create'; status: 'open' | 'pending' | 'group'; userId: number | null; queueId: number | null };

const differs = (wanted: number | null, held: number | null): boolean =>
  wanted !== null && held !== null && wanted !== held;

/** Whether another user or queue has a ticket than the one that a program names. */
export const isElsewhere = (wanted: WantedPlace, { userId, queueId }: Ticket): boolean =>
  differs(wanted.userId, userId) || differs(wanted.queueId, queueId);

/**
 * Returns the ticket with a queue. If the customer was choosing a queue, or was in a flow, the queue's automation
 * continues.
 */
const inQueue = (ticket: Ticket, queueId: number): Ticket => ({
  ...ticket,
  queueId,
  automation:
    ticket.automation.kind !== 'menu' && ticket.automation.kind !== 'flow'
      ? ticket.automation
      : isDriven(ticket)
        ? OPTIONS
        : NO_AUTOMATION,
});

/**
 * Decides the ticket of a message from another system: the contact's active ticket, unless another user or queue has
 * it, or a new ticket. If the request names an attendant, the ticket is opened for this attendant. Otherwise an active
 * ticket keeps its place, and a new ticket waits.
 */
export const placeMessage = (
  active: Ticket | undefined,
  wanted: WantedPlace,
  contact: { isGroup: boolean; groupAsTicket: boolean },
): Placement => {
  // A ticket that waits only for a rating has no attendant any more, so the message starts a new ticket.
  if (
    active === undefined ||
    (active.status === 'nps' && (wanted.userId !== null || isElsewhere(wanted, active)))
  ) {
    const attended = contact.isGroup && !contact.groupAsTicket ? 'group' : 'open';
    const waiting = attended === 'group' ? 'group' : 'pending';
    return { kind: 'create', ...wanted, status: wanted.userId === null ? waiting : attended };
  }
  const { userId, queueId } = active;
  if (isElsewhere(wanted, active)) return { kind: 'elsewhere', ticket: active };
  const placed = queueId === null && wanted.queueId !== null ? inQueue(active, wanted.queueId) : active;
  if (wanted.userId === null) return { kind: 'continue', after: placed, isTakenOver: false };
  const status = active.status === 'group' ? 'group' : 'open';
  const isTakenOver = userId !== wanted.userId || active.status !== status;
  return {
    kind: 'continue',
    after: isTakenOver ? { ...withoutBot(placed), status, userId: wanted.userId } : placed,
    isTakenOver,
  };
};
