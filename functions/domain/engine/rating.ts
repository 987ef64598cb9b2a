import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { userRatingOf } from '@prosa/shared/rules/rating.ts';
import { MENU, NO_AUTOMATION, promptsOf, withPrompts } from '../tickets/automation.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';
import { newTracking } from '../tickets/tracking.ts';
import { logEntry, trackingAfter } from '../turns/ticket-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { closes, mayPrompt } from './moves.ts';
import { type EngineScene, over, type Step, say, taken, tell } from './scene.ts';
import { trackingOf } from './world.ts';

const RATE_MAX = 10;

/** Whether the customer is asked for a rating when a ticket is resolved: by whom somebody attended, and can be told so. */
export const asksForRating = (
  ticket: Pick<Ticket, 'status' | 'isGroup' | 'userId'>,
  tracking: Pick<TicketTracking, 'ratingAt'> | undefined,
  {
    settings,
    connection,
  }: {
    settings: Pick<CompanySettings, 'userRating'>;
    connection: (Pick<Connection, 'ratingMessage'> & { connected: boolean }) | undefined;
  },
): boolean =>
  settings.userRating &&
  ticket.status === 'open' &&
  !ticket.isGroup &&
  ticket.userId !== null &&
  tracking?.ratingAt == null &&
  connection?.connected === true &&
  connection.ratingMessage.trim() !== '';

/** A resolved ticket that waits for its rating. */
export const askedForRating = (ticket: Ticket, now: string): Ticket => ({
  ...withoutBot(ticket),
  status: 'nps',
  automation: { kind: 'rating', prompts: 1, promptedAt: now },
  unreadMessages: 0,
  activityAt: now,
});

/** A whole number and nothing else; more than 10 counts as 10. */
const rateIn = (text: string | null): number | undefined => {
  const [, digits] = /^\s*(\d{1,3})\s*$/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Math.min(RATE_MAX, Number(digits));
};

/** The rating is kept with the attendance that it is of. */
const rated = (turn: Turn, rate: number, scene: EngineScene): Turn => {
  const tracking = trackingAfter(turn, trackingOf(turn, scene), scene.moment);
  const kept = withTicket(turn, (ticket) => ({ ...ticket, userRating: userRatingOf(rate) }));
  if (tracking === undefined) return kept;
  const after = { ...tracking, rated: true, rate, ratingAt: instantOf(scene.moment) };
  return mergeTurns(kept, { trackings: [{ before: tracking, after }] });
};

/** What is written instead of a rating is a matter of its own: the ticket waits for a person again, in its queue. */
const takenUpAgain = (turn: Turn, scene: EngineScene): Turn => {
  const { moment } = scene;
  const tracking = trackingAfter(turn, trackingOf(turn, scene), moment);
  const waiting = withTicket(turn, (ticket) => ({
    ...ticket,
    status: 'pending',
    userId: null,
    automation: ticket.queueId === null ? MENU : NO_AUTOMATION,
  }));
  const ticket = ticketOf(waiting);
  const finished =
    tracking === undefined || tracking.finishedAt !== null
      ? []
      : [{ before: tracking, after: { ...tracking, finishedAt: instantOf(moment) } }];
  return mergeTurns(waiting, {
    logs: [logEntry(ticket, { type: 'reopen', queueId: ticket.queueId }, moment)],
    trackings: [...finished, { before: undefined, after: newTracking(ticket, moment) }],
  });
};

const answered = (turn: Turn, rate: number, scene: EngineScene): Turn =>
  closes(
    tell(rated(turn, rate, scene), 'farewell', scene.connection.complationMessage, scene),
    'closed',
    scene,
  );

/**
 * The rating that a resolved ticket waits for: a number of 0 to 10 ends it, with the farewell. Anything else is asked again,
 * `maxUseBotQueuesNPS` times; then it is no rating, and the ticket waits for a person.
 */
export const rating: Step = (turn, scene) => {
  const { status, automation } = ticketOf(turn);
  if (status !== 'nps') return undefined;
  const asked = promptsOf(automation);
  const rate = rateIn(scene.heard?.text ?? null);
  if (rate !== undefined) return over(answered(turn, rate, scene));
  const { ratingMessage, maxUseBotQueuesNPS } = scene.connection;
  if (!mayPrompt(asked, maxUseBotQueuesNPS)) return taken(takenUpAgain(turn, scene));
  const { ratingInvalid } = CUSTOMER_TEXTS[scene.settings.language];
  const refused = say(turn, { rule: 'rating', text: ratingInvalid }, scene);
  const again = tell(refused, 'rating', ratingMessage, scene);
  return over(withTicket(again, (ticket) => ({ ...ticket, automation: withPrompts(automation, asked + 1) })));
};
