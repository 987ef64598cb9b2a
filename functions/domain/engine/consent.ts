import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { contactTurns } from '../turns/contact-turns.ts';
import { instantOf, type Moment, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { chosen } from './choices.ts';
import { closes, mayPrompt, moved, prompted } from './moves.ts';
import {
  contactOf,
  type EngineWorld,
  filled,
  type Heard,
  over,
  type Step,
  say,
  taken,
  tell,
} from './world.ts';

const answersIn = ({ settings }: EngineWorld): string[] => {
  const { consent } = CUSTOMER_TEXTS[settings.language];
  return [consent.yes, consent.no];
};

/** The company's text and link, and the question with its two answers, as one message. */
const ask = (turn: Turn, heard: Heard, world: EngineWorld, moment: Moment): Turn => {
  const { lgpdMessage, lgpdLink, language } = world.settings;
  const { consent } = CUSTOMER_TEXTS[language];
  const question = [
    consent.question,
    ...answersIn(world).map((answer, index) => `[ ${index + 1} ] ${answer}`),
  ].join('\n');
  const text = [filled(lgpdMessage, ticketOf(turn), world, moment), lgpdLink.trim(), question]
    .filter((part) => part !== '')
    .join('\n\n');
  const asked = say(turn, { rule: 'consent', text }, heard, world, moment);
  return withTicket(prompted(asked, moment), (ticket) => ({
    ...ticket,
    lgpdSendMessageAt: ticket.lgpdSendMessageAt ?? instantOf(moment),
  }));
};

/** Kept on the contact, and on what its tickets show of it. */
const accept = (turn: Turn, world: EngineWorld, moment: Moment): Turn => {
  const now = instantOf(moment);
  const { row, shown } = contactOf(world, ticketOf(turn));
  const others = shown.filter(({ id }) => id !== ticketOf(turn).id);
  const [consented] = contactTurns(row, { ...row, lgpdAcceptedAt: now }, others);
  const agreed = moved(
    turn,
    (ticket) => ({
      ...ticket,
      status: 'pending',
      isBot: ticket.userId === null && !ticket.contact.disableBot,
      amountUsedBotQueues: 0,
      promptedAt: null,
      lgpdAcceptedAt: now,
      contact: { ...ticket.contact, lgpdAcceptedAt: now },
    }),
    { type: 'pending' },
    world,
    moment,
  );
  // The turn's own ticket stays the last of its tickets.
  return mergeTurns(consented, agreed);
};

/**
 * Consent to the use of somebody's data (LGPD), before anything else: asked at most `maxUseBotQueues` times, then waited for in
 * silence. Who agrees goes on to the menu; who does not is told the farewell, and the ticket ends.
 */
export const consent: Step = (turn, heard, world, moment) => {
  const { status, lgpdSendMessageAt, amountUsedBotQueues } = ticketOf(turn);
  if (status !== 'lgpd') return undefined;
  const options = answersIn(world);
  const choice =
    lgpdSendMessageAt === null || heard.text === null
      ? undefined
      : chosen(heard.text, { options, ways: [] }, world.settings);
  if (choice?.kind === 'option') {
    if (choice.index === 0) return taken(accept(turn, world, moment), heard);
    const farewell = tell(turn, 'farewell', world.connection.complationMessage, heard, world, moment);
    return over(closes(farewell, 'clientClosed', world, moment), heard);
  }
  return over(
    mayPrompt(amountUsedBotQueues, world.connection.maxUseBotQueues) ? ask(turn, heard, world, moment) : turn,
    heard,
  );
};
