import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { type Turn, ticketOf } from '../turns/turn.ts';
import { withoutLeader } from './answer-turn.ts';
import { begunAssistant } from './begin-assistant.ts';
import { heardBy, leaderOf } from './leader-call.ts';
import { isFresh, mayBegin, mayBeLed } from './may-lead.ts';
import { type EngineScene, goOn, type Step } from './scene.ts';

/** Returns the assistant that a connection gives its new tickets to; once for each ticket. */
const assistantToBegin = (ticket: Ticket, scene: EngineScene): number | null =>
  ticket.integrationId === null && mayBegin(ticket, scene) && isFresh(ticket, scene)
    ? scene.connection.promptId
    : null;

const continued = (turn: Turn, scene: EngineScene): Turn => {
  const leader = leaderOf(turn, scene);
  return leader === undefined ? withoutLeader(turn, scene) : heardBy(turn, leader, scene);
};

/**
 * Assistants. On a ticket that an assistant leads, it is asked about the customer's messages; while its answer is awaited,
 * further messages wait for the next question. On a new ticket the assistant of the connection begins. If the assistant
 * was removed, or the plan has none, the ticket goes on as without it.
 */
export const assistant: Step = (turn, scene) => {
  const ticket = ticketOf(turn);
  if (!mayBeLed(ticket)) return undefined;
  if (ticket.automation.kind === 'assistant') return goOn(continued(turn, scene));
  const promptId = assistantToBegin(ticket, scene);
  const led = promptId === null ? undefined : begunAssistant(turn, promptId, true, scene);
  return led === undefined ? undefined : goOn(led);
};
