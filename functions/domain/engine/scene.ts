import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { countedOnce, isRepeated } from '../automatic/answer-limit.ts';
import type { AutomaticAnswer } from '../automatic/automatic-answer.ts';
import { renderTemplate } from '../texts/render-template.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { say as sayTo } from '../turns/message-turns.ts';
import { type Moment, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { answerCountOf, type EngineWorld } from './world.ts';

/** A customer's message, as the steps hear it. */
export interface Heard {
  message: Message;
  /** What was typed or chosen; null where that was nothing, or a step took it as its answer. */
  text: string | null;
  /** Written faster than people write. */
  isTooQuick: boolean;
}

/** What a step decides by: the company, the connection of the conversation, the moment, and what the customer said. */
export interface EngineScene extends EngineWorld {
  moment: Moment;
  /** undefined where a timer or an answer that came later moves the conversation. */
  heard: Heard | undefined;
}

/** The scene for steps that are to hear nothing of what a step took as its answer. */
export const silenced = (scene: EngineScene): EngineScene =>
  scene.heard === undefined ? scene : { ...scene, heard: { ...scene.heard, text: null } };

/** Fills a text's placeholders on the turn's ticket; the system has no user name. */
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

/** Counts an answer to what seems to be a machine, once a turn; undefined where the limit is reached. */
const counted = (turn: Turn, scene: EngineScene): Turn | undefined => {
  const { companyId, contactId, connectionId } = ticketOf(turn);
  if (turn.answerCounts.length > 0 || connectionId === null) return turn;
  const before = answerCountOf(scene, contactId, connectionId);
  const countedAt = countedOnce(before ?? { countedAt: [] }, scene.moment.nowMs);
  if (countedAt === undefined) return undefined;
  const after = { companyId, contactId, connectionId, countedAt };
  return mergeTurns(turn, { answerCounts: [{ before, after }] });
};

/**
 * Says something by itself, in answer to the message that the scene heard, if there is one. Says nothing once the limit of
 * answers to a machine is reached; {@link withoutSilenced} then takes the ticket from the automation (S-49).
 */
export const say = (turn: Turn, answer: AutomaticAnswer, scene: EngineScene): Turn => {
  const { channel, heard, moment } = scene;
  const { id, said } = ticketOf(turn);
  const isMechanical = heard?.isTooQuick === true || isRepeated(answer.text, said, moment.nowMs);
  const within = isMechanical ? counted(turn, scene) : turn;
  return within === undefined
    ? mergeTurns(turn, { silenced: [{ ticketId: id, rule: answer.rule }] })
    : sayTo(within, answer, { channel, answered: heard?.message }, moment);
};

/** The turn after its steps: a ticket on which the system fell silent waits for people. */
export const withoutSilenced = (turn: Turn): Turn =>
  turn.silenced.length === 0
    ? turn
    : withTicket(turn, (ticket) =>
        ticket.status === 'nps' || ticket.status === 'lgpd'
          ? ticket
          : { ...ticket, automation: NO_AUTOMATION },
      );

/** Says a text that the company wrote. */
export const tell = (turn: Turn, rule: AutomaticRule, template: string, scene: EngineScene): Turn =>
  say(turn, { rule, text: filled(template, ticketOf(turn), scene) }, scene);

/** Result of a step. */
export interface StepResult {
  turn: Turn;
  /** `over`: no further step runs. `taken`: further steps run, and do not hear the text that this one took as its answer. */
  next: 'over' | 'go-on' | 'taken';
}

/** One rule of what the system says by itself. undefined: it has nothing to do with this message. */
export type Step = (turn: Turn, scene: EngineScene) => StepResult | undefined;

export const over = (turn: Turn): StepResult => ({ turn, next: 'over' });
export const goOn = (turn: Turn): StepResult => ({ turn, next: 'go-on' });
export const taken = (turn: Turn): StepResult => ({ turn, next: 'taken' });
