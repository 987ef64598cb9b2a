import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { CONSENT, leading, NO_AUTOMATION } from '../tickets/automation.ts';
import { contactTurns } from '../turns/contact-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { chosen } from './choices.ts';
import { closes, mayPrompt, moved } from './moves.ts';
import { answerTo, isTry, promptedOnce } from './prompts.ts';
import { type EngineScene, filled, over, type Step, say, taken, tell } from './scene.ts';
import { contactOf, type EngineWorld } from './world.ts';

type ConsentTexts = Pick<CompanySettings, 'lgpdMessage' | 'lgpdLink'>;

/** Returns the consent text and link: the connection's if it has a text, else the company's. */
const consentTexts = (company: ConsentTexts, connection: ConsentTexts): ConsentTexts =>
  connection.lgpdMessage.trim() === '' ? company : connection;

const answersIn = ({ settings }: Pick<EngineWorld, 'settings'>): string[] => {
  const { consent } = CUSTOMER_TEXTS[settings.language];
  return [consent.yes, consent.no];
};

const consentOf = (automation: Automation): AutomationOf<'consent'> =>
  automation.kind === 'consent' ? automation : CONSENT;

/** Returns the customer's answer: 0 agrees, 1 refuses; undefined if the question was not sent, or was not answered. */
export const consentChoice = (asked: AutomationOf<'consent'>, scene: EngineScene): number | undefined => {
  const level = { options: answersIn(scene), ways: [] };
  const choice =
    asked.prompts === 0 ? undefined : answerTo(asked, scene, (text) => chosen(text, level, scene.settings));
  return choice?.kind === 'option' ? choice.index : undefined;
};

/** Sends the consent text, the link, and the question with its two answers, as one message. */
const ask = (turn: Turn, scene: EngineScene): Turn => {
  const { lgpdMessage, lgpdLink } = consentTexts(scene.settings, scene.connection);
  const { language } = scene.settings;
  const { consent } = CUSTOMER_TEXTS[language];
  const question = [
    consent.question,
    ...answersIn(scene).map((answer, index) => `[ ${index + 1} ] ${answer}`),
  ].join('\n');
  const text = [filled(lgpdMessage, ticketOf(turn), scene), lgpdLink.trim(), question]
    .filter((part) => part !== '')
    .join('\n\n');
  const asked = say(turn, { rule: 'consent', text }, scene);
  return withTicket(asked, (ticket) => ({
    ...ticket,
    automation: promptedOnce(consentOf(ticket.automation), asked, scene.moment),
    lgpdSendMessageAt: ticket.lgpdSendMessageAt ?? instantOf(scene.moment),
  }));
};

/** Stores the consent on the contact, and on the contact data that its tickets show. */
const accept = (turn: Turn, scene: EngineScene): Turn => {
  const now = instantOf(scene.moment);
  const { row, shown } = contactOf(scene, ticketOf(turn));
  const others = shown.filter(({ id }) => id !== ticketOf(turn).id);
  const [consented] = contactTurns(row, { ...row, lgpdAcceptedAt: now }, others);
  const agreed = moved(
    turn,
    (ticket) => ({
      ...ticket,
      status: 'pending',
      automation: ticket.userId === null && !ticket.contact.disableBot ? leading(ticket) : NO_AUTOMATION,
      lgpdAcceptedAt: now,
      contact: { ...ticket.contact, lgpdAcceptedAt: now },
    }),
    { type: 'pending' },
    scene,
  );
  // The ticket of this turn stays the last one in the merged turn.
  return mergeTurns(consented, agreed);
};

/**
 * Asks for consent to the use of personal data (LGPD), before the menu. Sends the question at most `maxUseBotQueues`
 * times, then waits silently. A customer who agrees continues with the menu. If the customer refuses, the step sends
 * the farewell and closes the ticket.
 */
export const consent: Step = (turn, scene) => {
  const { status, automation } = ticketOf(turn);
  if (status !== 'lgpd') return undefined;
  const asked = consentOf(automation);
  const { prompts } = asked;
  const choice = consentChoice(asked, scene);
  if (choice !== undefined) {
    if (choice === 0) return taken(accept(turn, scene));
    const farewell = tell(turn, 'farewell', scene.connection.complationMessage, scene);
    return over(closes(farewell, 'clientClosed', scene));
  }
  const isAskedAgain =
    mayPrompt(prompts, scene.connection.maxUseBotQueues) && (prompts === 0 || isTry(asked, scene));
  return over(isAskedAgain ? ask(turn, scene) : turn);
};
