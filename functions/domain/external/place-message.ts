import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { isDriven, NO_AUTOMATION, OPTIONS } from '../tickets/automation.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';

/** Where another system wants its message. */
export interface WantedPlace {
  userId: number | null;
  queueId: number | null;
}

export type Placement =
  /** Somebody else, or another queue, has the conversation. */
  | { kind: 'elsewhere'; ticket: Pick<Ticket, 'id' | 'userId' | 'queueId'> }
  | { kind: 'continue'; after: Ticket; isTakenOver: boolean }
  | { kind: 'create'; status: 'open' | 'pending' | 'group'; userId: number | null; queueId: number | null };

const differs = (wanted: number | null, held: number | null): boolean =>
  wanted !== null && held !== null && wanted !== held;

/** A ticket that is given the queue that it lacks: a customer who was to choose one is led on in it. */
const inQueue = (ticket: Ticket, queueId: number): Ticket => ({
  ...ticket,
  queueId,
  automation:
    ticket.automation.kind !== 'menu' ? ticket.automation : isDriven(ticket) ? OPTIONS : NO_AUTOMATION,
});

/**
 * The ticket that a message of another system goes on: the contact's active one, unless it is attended elsewhere, or a
 * new one. A named attendant gets it open; without one it stays, or waits, where it is.
 */
export const placeMessage = (
  active: Ticket | undefined,
  wanted: WantedPlace,
  contact: { isGroup: boolean; groupAsTicket: boolean },
): Placement => {
  if (active === undefined) {
    const attended = contact.isGroup && !contact.groupAsTicket ? 'group' : 'open';
    const waiting = attended === 'group' ? 'group' : 'pending';
    return { kind: 'create', ...wanted, status: wanted.userId === null ? waiting : attended };
  }
  const { userId, queueId } = active;
  if (differs(wanted.userId, userId) || differs(wanted.queueId, queueId))
    return { kind: 'elsewhere', ticket: active };
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
