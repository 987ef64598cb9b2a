import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { promptsOf } from '../tickets/automation.ts';
import { instantOf, ticketOf, withTicket } from '../turns/turn.ts';
import { over, type Step, say } from './scene.ts';

/**
 * Minimum age of an incoming message that counts as delayed by an outage. Such a message gets an apology instead of the
 * menu, because the customer has probably stopped waiting.
 */
export const LATE_AFTER_MS = 2 * 60 * 60_000;

/**
 * Answers a message that arrives hours after it was written with one apology; the ticket waits for an attendant and
 * no other automatic text is sent. A late answer to an earlier question (consent, rating) still counts.
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
