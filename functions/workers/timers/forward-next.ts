import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError, ERROR_CATALOGUE } from '@prosa/shared/errors.ts';
import { FORWARD_PAUSE_MS } from '@prosa/shared/rules/forwarding.ts';
import { type Decision, decideOn } from '../../conversations/act.ts';
import { forwardTurn, openForward, requireForwardable } from '../../conversations/forward.ts';
import { attendantNow } from '../../platform/auth/attendant-now.ts';
import type { Attendant } from '../../platform/auth/principal.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import { log } from '../../platform/log.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { forwardOf, forwardStepItems } from '../../repositories/tickets/forward-steps.ts';
import { NOTHING_TO_DO, type TimerContext, type TimerHandler } from './timer-handler.ts';

/** Decides the forwarding of one message. The place of its file is derived from the timer. */
const decideForward = async (
  { timer, nowMs, ids }: TimerContext<'forward'>,
  attendant: Attendant,
  { messageId, contactId }: { messageId: string; contactId: number },
  signed: boolean,
): Promise<Decision | undefined> => {
  const forwardable = await requireForwardable(attendant, messageId);
  const opened = await openForward(attendant, forwardable, contactId);
  const fileKey = storedKey(attendant.companyId, timer.token);
  return decideOn(opened, { ids, nowMs }, (scene, world, moment) =>
    forwardTurn(attendant, scene, { signed, fileKey }, world, moment),
  );
};

/**
 * Forwards the next message, and sets the timer of the following one in the same transaction: each is sent once and
 * in order, even if a step is repeated. If it is refused, e.g. because a colleague has taken the contact meanwhile,
 * the remaining messages to that contact stay unsent, and the next contact follows.
 */
export const forwardNext: TimerHandler<'forward'> = async (context) => {
  const { system, table, timer, nowMs, ids } = context;
  const step = timer.data;
  const forward = forwardOf(step);
  const attendant = await attendantNow(
    { companyId: system.companyId, userId: step.userId, row: messageRoutes.forwardSeveral },
    nowMs,
  );
  if (forward === undefined || attendant === undefined) return NOTHING_TO_DO;
  const goOn = (next: number): WriteItem[] =>
    forwardStepItems(table, { ...step, next }, nowMs + FORWARD_PAUSE_MS, { ids, nowMs });
  try {
    const decision = await decideForward(context, attendant, forward, step.signMessage);
    return { decision, items: goOn(step.next + 1) };
  } catch (error) {
    if (!(error instanceof AppError) || ERROR_CATALOGUE[error.code].status >= 500) throw error;
    log.warn('a message was not sent on', { code: error.code, userId: step.userId });
    const count = step.messageIds.length;
    return { items: goOn((Math.floor(step.next / count) + 1) * count) };
  }
};
