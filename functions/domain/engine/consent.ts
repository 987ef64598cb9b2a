import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { CONSENT, leading, NO_AUTOMATION, promptsOf } from '../tickets/automation.ts';
import { contactTurns } from '../turns/contact-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { chosen } from './choices.ts';
import { closes, mayPrompt, moved, promptedOnce } from './moves.ts';
import { type EngineScene, filled, over, type Step, say, taken, tell } from './scene.ts';
import { contactOf, type EngineWorld } from './world.ts';

const answersIn = ({ settings }: Pick<EngineWorld, 'settings'>): string[] => {
  const { consent } = CUSTOMER_TEXTS[settings.language];
  return [consent.yes, consent.no];
};

/** The company's text and link, and the question with its two answers, as one message. */
const ask = (turn: Turn, scene: EngineScene): Turn => {
  const { lgpdMessage, lgpdLink, language } = scene.settings;
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
    automation: promptedOnce(ticket.automation.kind === 'consent' ? ticket.automation : CONSENT, scene),
    lgpdSendMessageAt: ticket.lgpdSendMessageAt ?? instantOf(scene.moment),
  }));
};

/** Kept on the contact, and on what its tickets show of it. */
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
  // The turn's own ticket stays the last of its tickets.
  return mergeTurns(consented, agreed);
};

/**
 * Consent to the use of a person's data (LGPD), before anything else: asked at most `maxUseBotQueues` times, then waited for in
 * silence. A customer who agrees goes on to the menu; one who does not is told the farewell, and the ticket ends.
 */
export const consent: Step = (turn, scene) => {
  const { status, automation } = ticketOf(turn);
  if (status !== 'lgpd') return undefined;
  const prompts = promptsOf(automation);
  const text = scene.heard?.text ?? null;
  const choice =
    prompts === 0 || text === null
      ? undefined
      : chosen(text, { options: answersIn(scene), ways: [] }, scene.settings);
  if (choice?.kind === 'option') {
    if (choice.index === 0) return taken(accept(turn, scene));
    const farewell = tell(turn, 'farewell', scene.connection.complationMessage, scene);
    return over(closes(farewell, 'clientClosed', scene));
  }
  return over(mayPrompt(prompts, scene.connection.maxUseBotQueues) ? ask(turn, scene) : turn);
};
