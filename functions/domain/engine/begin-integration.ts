import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { INTEGRATION } from '../tickets/automation.ts';
import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { begunFlow } from './begin-flow.ts';
import { asked, heardIds, usableIntegration } from './leader-call.ts';
import { mayBeLed } from './may-lead.ts';
import { begunOnce } from './queue-menu.ts';
import type { EngineScene } from './scene.ts';

/**
 * Whether the system has not asked the customer anything yet in the ticket's menus, so that the customer's message is
 * no choice.
 */
export const isUnasked = ({ automation }: Ticket): boolean =>
  automation.kind === 'menu'
    ? automation.prompts === 0
    : automation.kind === 'options' && automation.prompts === 0 && automation.optionId === null;

/**
 * Gives the turn's ticket to an integration. Returns undefined if that is not possible: the integration was removed, the
 * plan has no integrations, the flow of the integration may not start, or the ticket is a group or has an attendant.
 * @param isAbout whether the integration is asked about the customer's messages. If not, a Typebot is asked for its first
 *   message, and another integration is asked when the customer writes again.
 */
export const begunIntegration = (
  turn: Turn,
  integrationId: number,
  isAbout: boolean,
  scene: EngineScene,
): Turn | undefined => {
  if (!mayBeLed(ticketOf(turn))) return undefined;
  const integration = usableIntegration(scene, integrationId);
  if (integration === undefined) return undefined;
  const named = withTicket(turn, (ticket) => ({ ...ticket, integrationId }));
  if (integration.type === 'flowbuilder') {
    const { flowId } = integration;
    // A flow that ends in a queue that begins it would never end.
    const isPassed = turn.flowsPassed.some((passed) => passed.flowId === flowId);
    return flowId === null || isPassed ? undefined : begunFlow(named, flowId, isAbout, scene);
  }
  const led = withTicket(begunOnce(named, scene), (ticket) => ({ ...ticket, automation: INTEGRATION }));
  const messageIds = isAbout ? heardIds(scene) : [];
  return messageIds.length > 0 || integration.type === 'typebot'
    ? asked(led, { automation: INTEGRATION, integrationId }, messageIds, scene)
    : led;
};
