import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { promptsOf } from '../tickets/automation.ts';
import { instantOf, ticketOf, withTicket } from '../turns/turn.ts';
import { over, type Step, say } from './scene.ts';

/** What is older when it comes was held up by an outage: a menu would answer somebody who has given up. */
export const LATE_AFTER_MS = 2 * 60 * 60_000;

/**
 * A message that comes hours after it was written gets one apology and waits for a person: nothing else is said to it by
 * itself. An answer to what was asked before (consent, rating) counts, however late.
 */
export const lateMessage: Step = (turn, scene) => {
  const { heard, moment } = scene;
  if (heard === undefined) return undefined;
  const { status, automation, lateToldAt } = ticketOf(turn);
  const isLate = moment.nowMs - Date.parse(heard.message.sentAt) > LATE_AFTER_MS;
  const waits = status === 'pending' || (status === 'lgpd' && promptsOf(automation) === 0);
  if (!isLate || !waits) return undefined;
  if (lateToldAt !== null && moment.nowMs - Date.parse(lateToldAt) < LATE_AFTER_MS) return over(turn);
  const { late } = CUSTOMER_TEXTS[scene.settings.language];
  const told = say(turn, { rule: 'late-message', text: late }, scene);
  return over(withTicket(told, (ticket) => ({ ...ticket, lateToldAt: instantOf(moment) })));
};
