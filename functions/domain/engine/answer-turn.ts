import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { type Moment, type Stored, type Turn, ticketOf, turnOn, withTicket } from '../turns/turn.ts';
import { closes, waitsIn } from './moves.ts';
import { givenTo } from './option-levels.ts';
import { type EngineScene, tell, withoutSilenced } from './scene.ts';
import type { EngineWorld } from './world.ts';

export type Answer = InboundEventOf<'answer'>;

type Awaiting = AutomationOf<'flow' | 'integration' | 'assistant'>;

/** Returns the automation of a ticket if it awaits an answer. */
export const awaitingOf = (automation: Automation): Awaiting | undefined =>
  'awaits' in automation && automation.awaits !== null ? automation : undefined;

/** Stops the automation of a ticket: the ticket waits for attendants, in its queue if it has one. */
export const toPeople = (turn: Turn, scene: EngineScene): Turn => {
  const { queueId, userId } = ticketOf(turn);
  return queueId === null || userId !== null
    ? withTicket(turn, (ticket) => ({ ...ticket, automation: NO_AUTOMATION }))
    : waitsIn(turn, queueId, scene);
};

const goes = (turn: Turn, next: Answer['next'], scene: EngineScene): Turn => {
  switch (next.goesTo) {
    case 'automation':
      return turn;
    case 'queue':
      return scene.queues.has(next.queueId) ? givenTo(turn, next, scene) : toPeople(turn, scene);
    case 'people':
      return toPeople(turn, scene);
    case 'end':
      return closes(turn, 'closed', scene);
  }
};

/**
 * Applies a late answer to the ticket that awaits it: sends its texts, and moves the conversation on. undefined if
 * the ticket awaits no answer with this token: an attendant took the ticket, a newer question was asked, or the
 * answer arrived twice.
 * @throws Wanted if data is needed that was not read
 */
export const answerTurn = (
  ticket: Stored<Ticket>,
  { token, says, next }: Pick<Answer, 'token' | 'says' | 'next'>,
  world: EngineWorld,
  moment: Moment,
): Turn | undefined => {
  const awaiting = awaitingOf(ticket.automation);
  if (awaiting?.awaits?.token !== token || world.isExpired) return undefined;
  const scene: EngineScene = { ...world, moment, heard: undefined };
  const taken = withTicket(turnOn(ticket), (one) => ({ ...one, automation: { ...awaiting, awaits: null } }));
  const said = says.reduce((turn, text) => tell(turn, 'answer', text, scene), taken);
  return withoutSilenced(goes(said, next, scene));
};
