import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { Attendance, Ticket } from '@prosa/shared/entities/ticket.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { userRatingOf } from '@prosa/shared/rules/rating.ts';
import { RATING } from '../tickets/automation.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';
import { attendanceAfter } from '../turns/ticket-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { closes, mayPrompt } from './moves.ts';
import { answerTo, isTry, promptedOnce } from './prompts.ts';
import { type EngineScene, over, type Step, say, tell } from './scene.ts';
import { attendanceOf } from './world.ts';

const RATE_MAX = 10;

/**
 * Returns whether resolving a ticket sends a rating request: an attendant had the ticket, and the rating text can be
 * sent.
 */
export const asksForRating = (
  ticket: Pick<Ticket, 'status' | 'isGroup' | 'userId'>,
  attendance: Pick<Attendance, 'ratingAt'> | undefined,
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
  attendance?.ratingAt == null &&
  connection?.connected === true &&
  connection.ratingMessage.trim() !== '';

/** Returns a resolved ticket that waits for its rating. */
export const askedForRating = (ticket: Ticket, now: string): Ticket => ({
  ...withoutBot(ticket),
  status: 'nps',
  automation: { ...RATING, prompts: 1, promptedAt: now },
  unreadMessages: 0,
  activityAt: now,
});

/** A whole number and nothing else; more than 10 counts as 10. */
const rateIn = (text: string): number | undefined => {
  const [, digits] = /^\s*(\d{1,3})\s*$/.exec(text) ?? [];
  return digits === undefined ? undefined : Math.min(RATE_MAX, Number(digits));
};

/** Returns the number with which the customer rates; undefined without one. */
export const rateOf = (asked: AutomationOf<'rating'>, scene: EngineScene): number | undefined =>
  answerTo(asked, scene, rateIn);

/** Stores the rating with the attendance that it belongs to. */
const rated = (turn: Turn, rate: number, scene: EngineScene): Turn => {
  const attendance = attendanceAfter(turn, attendanceOf(turn, scene), scene.moment);
  const kept = withTicket(turn, (ticket) => ({ ...ticket, userRating: userRatingOf(rate) }));
  if (attendance === undefined) return kept;
  const after = { ...attendance, rated: true, rate, ratingAt: instantOf(scene.moment) };
  return mergeTurns(kept, { attendances: [{ before: attendance, after }] });
};

const answered = (turn: Turn, rate: number, scene: EngineScene): Turn =>
  closes(
    tell(rated(turn, rate, scene), 'farewell', scene.connection.complationMessage, scene),
    'closed',
    scene,
  );

/**
 * Reads the rating of a resolved ticket. A number from 0 to 10 sends the farewell and closes the ticket. Other answers
 * repeat the request, until it was sent `maxUseBotQueuesNPS` times. After that a number still counts until the timeout,
 * but other answers get no response.
 */
export const rating: Step = (turn, scene) => {
  const { status, automation } = ticketOf(turn);
  if (status !== 'nps') return undefined;
  const asked: AutomationOf<'rating'> = automation.kind === 'rating' ? automation : RATING;
  const rate = rateOf(asked, scene);
  if (rate !== undefined) return over(answered(turn, rate, scene));
  const { ratingMessage, maxUseBotQueuesNPS } = scene.connection;
  const { prompts } = asked;
  if (!mayPrompt(prompts, maxUseBotQueuesNPS) || !isTry(asked, scene)) return over(turn);
  const { ratingInvalid } = CUSTOMER_TEXTS[scene.settings.language];
  const refused = prompts === 0 ? turn : say(turn, { rule: 'rating', text: ratingInvalid }, scene);
  const again = tell(refused, 'rating', ratingMessage, scene);
  const prompted = promptedOnce(asked, again, scene.moment);
  return over(withTicket(again, (ticket) => ({ ...ticket, automation: prompted })));
};
