import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import {
  INTEGRATION_ANSWER_DUE_AFTER_MS,
  type IntegrationCallMessage,
} from '@prosa/shared/messaging/integration-call.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { counted, type EngineScene } from './scene.ts';
import { type EngineWorld, integrationOf } from './world.ts';

export type InIntegration = AutomationOf<'integration'>;

/** Maximum of messages in one call, as its schema allows. The oldest are left out. */
const ASKED_MAX = 20;

/** Returns an integration; undefined if it was removed, or if the plan has no integrations any more (S-25). */
export const usableIntegration = (world: EngineWorld, id: number | null): Integration | undefined =>
  id === null || !world.plan.useIntegrations ? undefined : integrationOf(world, id);

/** Returns the ids of the messages that the customer wrote, without the texts that an earlier step took. */
export const heardIds = ({ heard }: EngineScene): string[] =>
  (heard?.messages ?? [])
    .filter((message) => message.mediaType !== 'extendedTextMessage' || heard?.texts.includes(message))
    .map(({ id }) => id);

/**
 * Asks the integration of the turn's ticket about messages of the customer, the oldest first; about none, it begins a
 * conversation. The ticket awaits the answer for a limited time. Messages that a machine seems to have written count
 * like answers (S-49): at the limit nothing is asked, and `withoutSilenced` takes the ticket from the integration.
 */
export const asked = (
  turn: Turn,
  automation: InIntegration,
  integrationId: number,
  messageIds: readonly string[],
  scene: EngineScene,
): Turn => {
  const { heard, moment } = scene;
  const { companyId, id: ticketId } = ticketOf(turn);
  const within = heard?.isTooQuick === true ? counted(turn, scene) : turn;
  if (within === undefined)
    return mergeTurns(turn, { silenced: [{ ticketId, rule: 'answer', by: 'answer-limit' }] });
  const token = moment.ids.sortable(moment.nowMs);
  const until = instantOf({ nowMs: moment.nowMs + INTEGRATION_ANSWER_DUE_AFTER_MS });
  const call: IntegrationCallMessage = {
    companyId,
    integrationId,
    ticketId,
    token,
    messageIds: messageIds.slice(-ASKED_MAX),
  };
  return mergeTurns(
    withTicket(within, (ticket) => ({
      ...ticket,
      automation: { ...automation, awaits: { token, until, parts: 0 }, waiting: [] },
    })),
    {
      calls: [
        { queue: 'integration-calls', body: JSON.stringify(call), groupId: `${companyId}:${ticketId}` },
      ],
    },
  );
};

/** Keeps the customer's newest messages until the awaited answer is complete. */
export const kept = (turn: Turn, automation: InIntegration, messageIds: readonly string[]): Turn =>
  withTicket(turn, (ticket) => ({
    ...ticket,
    automation: { ...automation, waiting: [...automation.waiting, ...messageIds].slice(-ASKED_MAX) },
  }));
