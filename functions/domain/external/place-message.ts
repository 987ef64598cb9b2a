import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { canSeeTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';

/** The place that another system requests for its message. */
export interface WantedPlace {
  userId: number | null;
  queueId: number | null;
}

export type Placement =
  /** Another user, or another queue, has the conversation, or it is hidden from the user who would get it. */
  | { kind: 'elsewhere' }
  | { kind: 'continue'; after: Ticket; isTakenOver: boolean }
  | { kind: 'create'; status: 'open' | 'pending' | 'group'; userId: number | null; queueId: number | null };

const differs = (wanted: number | null, held: number | null): boolean =>
  wanted !== null && held !== null && wanted !== held;

/** Whether another user or queue has a ticket than the one that a program names. */
export const isElsewhere = (wanted: WantedPlace, { userId, queueId }: Ticket): boolean =>
  differs(wanted.userId, userId) || differs(wanted.queueId, queueId);

/** Whether a user may get a new ticket in a queue; null: without a queue. */
export const mayBeGiven = (
  taker: Viewer,
  { queueId, isGroup }: { queueId: number | null; isGroup: boolean },
): boolean =>
  (!isGroup || taker.allowGroup) && (queueId === null || isAdmin(taker) || taker.queueIds.includes(queueId));

/**
 * Decides the ticket of a message from another system: the contact's active ticket, unless another user or queue has
 * it, or a new ticket. If the request names an attendant, the ticket is opened for this attendant, who must be able to
 * see it already: otherwise everyone with a token could read hidden conversations through an attendant. Without an
 * attendant an active ticket keeps its place, and a new ticket waits.
 * @param taker the named attendant
 */
export const placeMessage = (
  active: Ticket | undefined,
  wanted: WantedPlace,
  taker: Viewer | undefined,
  contact: { isGroup: boolean; groupAsTicket: boolean },
): Placement => {
  // A ticket that waits only for a rating has no attendant any more, so the message starts a new ticket.
  if (
    active === undefined ||
    (active.status === 'nps' && (wanted.userId !== null || isElsewhere(wanted, active)))
  ) {
    const attended = contact.isGroup && !contact.groupAsTicket ? 'group' : 'open';
    const waiting = attended === 'group' ? 'group' : 'pending';
    if (taker !== undefined && !mayBeGiven(taker, { queueId: wanted.queueId, isGroup: contact.isGroup }))
      return { kind: 'elsewhere' };
    return { kind: 'create', ...wanted, status: wanted.userId === null ? waiting : attended };
  }
  const { userId, queueId } = active;
  if (isElsewhere(wanted, active)) return { kind: 'elsewhere' };
  if (taker === undefined) return { kind: 'continue', after: active, isTakenOver: false };
  if (!canSeeTicket(active, taker)) return { kind: 'elsewhere' };
  const placed =
    queueId === null && wanted.queueId !== null ? { ...active, queueId: wanted.queueId } : active;
  const status = active.status === 'group' ? 'group' : 'open';
  const isTakenOver = userId !== taker.id || active.status !== status;
  return {
    kind: 'continue',
    after: isTakenOver ? { ...withoutBot(placed), status, userId: taker.id } : placed,
    isTakenOver,
  };
};
