import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import {
  ASSISTANT_ANSWER_DUE_AFTER_MS,
  type AssistantCallMessage,
} from '@prosa/shared/messaging/assistant-call.ts';
import {
  INTEGRATION_ANSWER_DUE_AFTER_MS,
  type IntegrationCallMessage,
} from '@prosa/shared/messaging/integration-call.ts';
import { COMPANY_RUNS, companyLane } from '@prosa/shared/rules/company-shares.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { counted, type EngineScene } from './scene.ts';
import { assistantOf, type EngineWorld, integrationOf } from './world.ts';

export type InIntegration = AutomationOf<'integration'>;
export type InAssistant = AutomationOf<'assistant'>;

/** An integration or an assistant that leads a ticket, with its id. Its answers come later, as events. */
export type Leader =
  | { automation: InIntegration; integrationId: number }
  | { automation: InAssistant; promptId: number };

/** Maximum of messages in one call, as its schemas allow. The oldest are left out. */
const ASKED_MAX = 20;

/** Returns an integration; undefined if it was removed, or if the plan has no integrations any more (S-25). */
export const usableIntegration = (world: EngineWorld, id: number | null): Integration | undefined =>
  id === null || !world.plan.useIntegrations ? undefined : integrationOf(world, id);

/** Returns an assistant; undefined if it was removed, or if the plan has no assistants any more (S-25). */
export const usableAssistant = (world: EngineWorld, id: number): Assistant | undefined =>
  world.plan.useOpenAi ? assistantOf(world, id) : undefined;

/**
 * Returns the integration or assistant that leads the turn's ticket; undefined without one, or if it was removed or the plan
 * lacks the feature.
 */
export const leaderOf = (turn: Turn, world: EngineWorld): Leader | undefined => {
  const { automation, integrationId } = ticketOf(turn);
  if (automation.kind === 'integration')
    return integrationId === null || usableIntegration(world, integrationId) === undefined
      ? undefined
      : { automation, integrationId };
  if (automation.kind !== 'assistant') return undefined;
  const { promptId } = automation;
  return usableAssistant(world, promptId) === undefined ? undefined : { automation, promptId };
};

/** Returns the ids of the messages that the customer wrote, without the texts that an earlier step took. */
export const heardIds = ({ heard }: EngineScene): string[] =>
  (heard?.messages ?? [])
    .filter((message) => message.mediaType !== 'extendedTextMessage' || heard?.texts.includes(message))
    .map(({ id }) => id);

/** Integrations and assistants of a company have these lanes, each of them one half. Both kinds have as many. */
const LANES = {
  company: COMPANY_RUNS['integration-calls'],
  source: COMPANY_RUNS['integration-calls'] / 2,
} satisfies { company: (typeof COMPANY_RUNS)['assistant-calls']; source: number };

/**
 * Returns the FIFO group of a call: one of the lanes of its company, so that hosts that hang hold no more runs of the
 * worker (S-47). The calls of a ticket are in one group. Tickets that are open at the same time have neighbouring ids, so
 * few of them share a lane.
 * @param leaderId the integration's or assistant's id; each kind has a queue of its own
 */
export const callGroup = (companyId: number, leaderId: number, ticketId: number): string =>
  `${companyId}:${companyLane(leaderId, ticketId, LANES)}`;

interface Call {
  /** The automation that awaits the answer. */
  automation: Automation;
  queue: 'assistant-calls' | 'integration-calls';
  /** Id of the integration or assistant. */
  leaderId: number;
  body: AssistantCallMessage | IntegrationCallMessage;
}

const callTo = (leader: Leader, base: Omit<AssistantCallMessage, 'promptId'>, nowMs: number): Call => {
  const { token } = base;
  if ('promptId' in leader) {
    const { automation, promptId } = leader;
    const until = instantOf({ nowMs: nowMs + ASSISTANT_ANSWER_DUE_AFTER_MS });
    return {
      automation: { ...automation, awaits: { token, until }, waiting: [] },
      queue: 'assistant-calls',
      leaderId: promptId,
      body: { ...base, promptId },
    };
  }
  const { automation, integrationId } = leader;
  const until = instantOf({ nowMs: nowMs + INTEGRATION_ANSWER_DUE_AFTER_MS });
  return {
    automation: { ...automation, awaits: { token, until, parts: 0 }, waiting: [] },
    queue: 'integration-calls',
    leaderId: integrationId,
    body: { ...base, integrationId },
  };
};

/**
 * Asks the leader of the turn's ticket about messages of the customer, the oldest first; an integration that is asked
 * about none begins a conversation. The ticket awaits the answer for a limited time. Messages that a machine seems to have
 * written count like answers (S-49): at the limit nothing is asked, and `withoutSilenced` takes the ticket from the leader.
 */
export const asked = (
  turn: Turn,
  leader: Leader,
  messageIds: readonly string[],
  scene: EngineScene,
): Turn => {
  const { heard, moment } = scene;
  const { companyId, id: ticketId } = ticketOf(turn);
  const within = heard?.isTooQuick === true ? counted(turn, scene) : turn;
  if (within === undefined)
    return mergeTurns(turn, { silenced: [{ ticketId, rule: 'answer', by: 'answer-limit' }] });
  const token = moment.ids.sortable(moment.nowMs);
  const base = { companyId, ticketId, token, messageIds: messageIds.slice(-ASKED_MAX) };
  const { automation, queue, leaderId, body } = callTo(leader, base, moment.nowMs);
  const groupId = callGroup(companyId, leaderId, ticketId);
  return mergeTurns(
    withTicket(within, (ticket) => ({ ...ticket, automation })),
    { calls: [{ queue, body: JSON.stringify(body), groupId }] },
  );
};

/**
 * Asks the leader of the turn's ticket about what the customer wrote. While an answer is awaited, the newest messages are
 * kept for the next question instead.
 */
export const heardBy = (turn: Turn, leader: Leader, scene: EngineScene): Turn => {
  const messageIds = heardIds(scene);
  const { automation } = leader;
  if (messageIds.length === 0) return turn;
  if (automation.awaits === null) return asked(turn, leader, messageIds, scene);
  const waiting = [...automation.waiting, ...messageIds].slice(-ASKED_MAX);
  return withTicket(turn, (ticket) => ({ ...ticket, automation: { ...automation, waiting } }));
};
