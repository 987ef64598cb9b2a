import type { Integration } from '@prosa/shared/entities/integration.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';
import { INTEGRATION, isLed } from '../tickets/automation.ts';
import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { withoutLeader } from './answer-turn.ts';
import { begunIntegration } from './begin-integration.ts';
import { heardBy, type InIntegration, usableIntegration } from './leader-call.ts';
import { isFresh, mayBegin, mayBeLed } from './may-lead.ts';
import { leaves } from './moves.ts';
import { type EngineScene, goOn, over, type Step, type StepResult, tell } from './scene.ts';

/** Whether the customer wrote a word, alone in a message: compared as the menus compare words. */
const hasSaid = (word: string, { heard }: EngineScene): boolean => {
  const wanted = comparableText(word.trim());
  return wanted !== '' && (heard?.texts ?? []).some(({ body }) => comparableText(body.trim()) === wanted);
};

/** Executes a word of Typebot that ends the conversation, or begins it anew with the customer's next message. */
const wordOf = (turn: Turn, integration: Integration, scene: EngineScene): StepResult | undefined => {
  if (integration.type !== 'typebot') return undefined;
  if (hasSaid(integration.typebotKeywordFinish, scene)) return over(leaves(turn, scene));
  if (!hasSaid(integration.typebotKeywordRestart, scene)) return undefined;
  const restarted = withTicket(turn, (ticket) => ({ ...ticket, automation: INTEGRATION }));
  return over(tell(restarted, 'answer', integration.typebotRestartMessage, scene));
};

/** Returns the integration that a connection gives its new tickets to; once for each ticket. */
const integrationToBegin = (ticket: Ticket, scene: EngineScene): number | null =>
  ticket.integrationId === null && mayBegin(ticket, scene) && isFresh(ticket, scene)
    ? scene.connection.integrationId
    : null;

/** A flow may have passed the ticket on, so that no later rule answers the same message. */
const ledOn = (turn: Turn): StepResult => (isLed(ticketOf(turn).automation) ? goOn(turn) : over(turn));

const continued = (turn: Turn, automation: InIntegration, scene: EngineScene): StepResult => {
  const { integrationId } = ticketOf(turn);
  const integration = usableIntegration(scene, integrationId);
  if (integration === undefined || integrationId === null) return goOn(withoutLeader(turn, scene));
  // An attendant switched it on.
  if (integration.type === 'flowbuilder') {
    const led = begunIntegration(turn, integrationId, true, scene);
    return led === undefined ? goOn(withoutLeader(turn, scene)) : ledOn(led);
  }
  const done = wordOf(turn, integration, scene);
  if (done !== undefined) return done;
  return goOn(heardBy(turn, { automation, integrationId }, scene));
};

/**
 * Integrations. On a ticket that an integration leads, it is asked about the customer's messages; while its answer is
 * awaited, further messages wait for the next question. On a new ticket the integration of the connection begins. If
 * the integration was removed, or the plan has none, the ticket goes on as without it.
 */
export const integration: Step = (turn, scene) => {
  const ticket = ticketOf(turn);
  const { automation } = ticket;
  if (!mayBeLed(ticket)) return undefined;
  if (automation.kind === 'integration') return continued(turn, automation, scene);
  const integrationId = integrationToBegin(ticket, scene);
  const led = integrationId === null ? undefined : begunIntegration(turn, integrationId, true, scene);
  return led === undefined ? undefined : ledOn(led);
};
