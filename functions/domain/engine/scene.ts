import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { countedOnce, isRepeated, isTooQuick } from '../automatic/answer-limit.ts';
import type { AutomaticAnswer } from '../automatic/automatic-answer.ts';
import { renderTemplate } from '../texts/render-template.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { say as sayTo } from '../turns/message-turns.ts';
import { isCapped } from '../turns/send-refusal.ts';
import { type Moment, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { answerCountOf, type EngineWorld } from './world.ts';

/** A burst of customer messages, as input of the steps. */
export interface Heard {
  /** All messages, in the order of writing. */
  messages: readonly Message[];
  /** The message that a step answers; the newest by default. */
  message: Message;
  /** Messages with typed or chosen text; empty after a step took the text as its answer. */
  texts: readonly Message[];
  /** Whether at least one message was written faster than a person can write. */
  isTooQuick: boolean;
  /** As on the ticket. */
  openedAt: Ticket['openedAt'];
}

/** Returns the burst of a customer's messages, sorted by time of writing; undefined if there are none. */
export const heardFrom = (
  messages: readonly Message[],
  { said, openedAt }: Pick<Ticket, 'said' | 'openedAt'>,
): Heard | undefined => {
  const written = messages.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  const message = written.at(-1);
  return message === undefined
    ? undefined
    : {
        messages: written,
        message,
        texts: written.filter(
          ({ mediaType, body }) => mediaType === 'extendedTextMessage' && body.trim() !== '',
        ),
        isTooQuick: written.some((one) => isTooQuick(one, said)),
        openedAt,
      };
};

/** Returns the scene that answers the newest message that `isMeant` selects; undefined if there is none. */
export const hearing = (
  scene: EngineScene,
  isMeant: (message: Message) => boolean,
): EngineScene | undefined => {
  const message = scene.heard?.messages.findLast(isMeant);
  return message === undefined || scene.heard === undefined
    ? undefined
    : { ...scene, heard: { ...scene.heard, message } };
};

/** Input of a step: the company, the conversation's connection, the moment, and the customer's messages. */
export interface EngineScene extends EngineWorld {
  moment: Moment;
  /** undefined if a timer or a late answer moves the conversation. */
  heard: Heard | undefined;
}

/** Returns the scene without texts, for the steps after a step that took the text as its answer. */
export const silenced = (scene: EngineScene): EngineScene =>
  scene.heard === undefined ? scene : { ...scene, heard: { ...scene.heard, texts: [] } };

/** Returns the scene with one text of its burst alone. */
export const onlyHearing = (scene: EngineScene, text: Message): EngineScene =>
  scene.heard === undefined
    ? scene
    : { ...scene, heard: { ...scene.heard, messages: [text], message: text, texts: [text] } };

/** Fills a text's placeholders from the turn's ticket. The system has no user name. */
export const filled = (text: string, ticket: Ticket, { moment, ...world }: EngineScene): string =>
  renderTemplate(text, {
    contactName: nameBesideNumber(ticket.contact),
    ticketId: ticket.id,
    userName: '',
    queueName: ticket.queueId === null ? '' : (world.queues.get(ticket.queueId)?.name ?? ''),
    connectionName: world.connection.name,
    companyName: world.company.name,
    nowMs: moment.nowMs,
    timeZone: world.company.timeZone,
    language: world.settings.language,
  });

/** Counts an answer to a sender that looks like a machine, once a turn; undefined if the limit is reached (S-49). */
export const counted = (turn: Turn, scene: EngineScene): Turn | undefined => {
  const { companyId, contactId, connectionId } = ticketOf(turn);
  if (turn.answerCounts.length > 0 || connectionId === null) return turn;
  const before = answerCountOf(scene, contactId, connectionId);
  const countedAt = countedOnce(before ?? { countedAt: [] }, scene.moment.nowMs);
  if (countedAt === undefined) return undefined;
  const after = { companyId, contactId, connectionId, countedAt };
  return mergeTurns(turn, { answerCounts: [{ before, after }] });
};

/**
 * Sends an automatic text, as an answer to the scene's message if there is one. Sends nothing once the limit of
 * answers to a machine (S-49) or a cap of sends (S-69) is reached; {@link withoutSilenced} then takes the ticket from
 * the automation.
 */
export const say = (turn: Turn, answer: AutomaticAnswer, scene: EngineScene): Turn => {
  const { channel, heard, moment } = scene;
  const ticket = ticketOf(turn);
  const silencedBy = (by: Turn['silenced'][number]['by']): Turn =>
    mergeTurns(turn, { silenced: [{ ticketId: ticket.id, rule: answer.rule, by }] });
  if (isCapped(ticket, moment)) return silencedBy('send-cap');
  const isMechanical = heard?.isTooQuick === true || isRepeated(answer.text, ticket.said, moment.nowMs);
  const within = isMechanical ? counted(turn, scene) : turn;
  return within === undefined
    ? silencedBy('answer-limit')
    : sayTo(within, answer, { channel, answered: heard?.message }, moment);
};

/** Completes a turn after its steps: a ticket on which a text was silenced waits for attendants. */
export const withoutSilenced = (turn: Turn): Turn =>
  turn.silenced.length === 0
    ? turn
    : withTicket(turn, (ticket) =>
        ticket.status === 'nps' || ticket.status === 'lgpd'
          ? ticket
          : { ...ticket, automation: NO_AUTOMATION },
      );

/** Sends a text that the company wrote. */
export const tell = (turn: Turn, rule: AutomaticRule, template: string, scene: EngineScene): Turn =>
  say(turn, { rule, text: filled(template, ticketOf(turn), scene) }, scene);

/** Result of a step. */
export interface StepResult {
  turn: Turn;
  /**
   * `over`: no further step runs. `taken`: further steps run without the text, because this step took it as its
   * answer.
   */
  next: 'over' | 'go-on' | 'taken';
}

/** One rule of the automatic answers. Returns undefined if the rule does not apply to the message. */
export type Step = (turn: Turn, scene: EngineScene) => StepResult | undefined;

export const over = (turn: Turn): StepResult => ({ turn, next: 'over' });
export const goOn = (turn: Turn): StepResult => ({ turn, next: 'go-on' });
export const taken = (turn: Turn): StepResult => ({ turn, next: 'taken' });
