import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { flowsOfPhrases } from '../flows/flow-to-begin.ts';
import { graphIndex } from '../flows/graph-index.ts';
import { matchOption } from '../flows/match-option.ts';
import type { FlowAnswer, NodeOf } from '../flows/node-runtime.ts';
import { messagePreview } from '../messages/message-preview.ts';
import { promptsOf } from '../tickets/automation.ts';
import {
  type FlowPassed,
  type Moment,
  mergeTurns,
  type Stored,
  type Turn,
  ticketOf,
  turnOn,
  withTicket,
} from '../turns/turn.ts';
import { begunFlow } from './begin-flow.ts';
import { continued, type InFlow } from './flow-run.ts';
import { heardNow } from './heard-later.ts';
import { heardIds } from './leader-call.ts';
import { isFresh, mayBegin, mayBeLed } from './may-lead.ts';
import { answering, choicesSince, isTry } from './prompts.ts';
import { type EngineScene, goOn, over, type Step, withoutSilenced } from './scene.ts';
import { watchedAnew } from './watch.ts';
import { type EngineWorld, flowVersionOf, meetingOf } from './world.ts';

/** Whether it is the first ticket of its contact on its connection. */
const isFirstTicket = ({ id, contactId, connectionId }: Ticket, scene: EngineScene): boolean => {
  if (connectionId === null) return false;
  const closed = meetingOf(scene, contactId, connectionId)?.conversation?.lastClosedByQueue ?? {};
  return Object.values(closed).every((ticketId) => ticketId === id);
};

/** Returns the flow of a connection for a conversation that no phrase starts. */
const flowWithoutPhrase = (ticket: Ticket, scene: EngineScene): number | null => {
  const { flowIdWelcome, flowIdNotPhrase } = scene.connection;
  if ((flowIdWelcome ?? flowIdNotPhrase) === null || !isFresh(ticket, scene)) return null;
  return flowIdWelcome !== null && isFirstTicket(ticket, scene) ? flowIdWelcome : flowIdNotPhrase;
};

/** Begins the flow that a customer's messages start: of a phrase, the welcome, or without a phrase. */
const beginning = (turn: Turn, scene: EngineScene): Turn | undefined => {
  const ticket = ticketOf(turn);
  if (scene.heard === undefined || !mayBegin(ticket, scene)) return undefined;
  const texts = scene.heard.texts.map(({ body }) => body);
  for (const flowId of flowsOfPhrases(scene.flowPhrases, texts, scene.connection.id)) {
    const led = begunFlow(turn, flowId, true, scene);
    if (led !== undefined) return led;
  }
  const flowId = flowWithoutPhrase(ticket, scene);
  return flowId === null ? undefined : begunFlow(turn, flowId, true, scene);
};

/** Returns what the customer wrote after the flow asked, or typed ahead of its question. */
const answerIn = (automation: InFlow, { chosen }: Ticket, scene: EngineScene): FlowAnswer => {
  const since = answering(automation, chosen, scene);
  const typed = scene.heard?.texts ?? [];
  const other = since.findLast(({ mediaType }) => mediaType !== 'extendedTextMessage');
  return {
    choices: choicesSince(automation, scene),
    texts: typed.filter((message) => since.includes(message)).map(({ body }) => body),
    other: other === undefined ? '' : messagePreview(other),
    isTry: () => isTry(automation, scene),
  };
};

/** Returns the menu at which a flow waits for a choice; undefined if it waits for anything else. */
export const menuOfFlow = (automation: InFlow, scene: EngineScene): NodeOf<'menu'> | undefined => {
  const { flowId, version, nodeId, prompts, pause } = automation;
  if (prompts === 0 || pause !== null) return undefined;
  const graph = flowVersionOf(scene, flowId, version);
  const node = graph === undefined ? undefined : graphIndex(graph).nodes.get(nodeId);
  return node?.type === 'menu' ? node : undefined;
};

/** Whether the customer chooses an option of the menu at which a flow waits. */
export const isFlowChoice = (automation: InFlow, scene: EngineScene): boolean => {
  const menu = menuOfFlow(automation, scene);
  return (
    menu !== undefined &&
    choicesSince(automation, scene).some((text) => matchOption(menu.data.arrayOption, text) !== undefined)
  );
};

/** Whether a flow still leads the rest of the rules, so that they leave the ticket to it. */
const isStillLed = (turn: Turn): boolean => ticketOf(turn).automation.kind === 'flow';

/** The most messages that wait for the end of a pause: as many as a burst has. */
const WAITING_MAX = 20;

/** Keeps the customer's messages until the end of the flow's pause. */
const waitsOut = (turn: Turn, automation: InFlow, scene: EngineScene): Turn => {
  const waiting = [...automation.waiting, ...heardIds(scene)].slice(-WAITING_MAX);
  return withTicket(turn, (ticket) => ({ ...ticket, automation: { ...automation, waiting } }));
};

/**
 * Flows. A ticket in a flow continues with the customer's answer; messages during a pause wait for its end. On another ticket
 * without queue and attendant a flow begins: that of a phrase, of the contact's first ticket on the connection, or the
 * one without a phrase, which begins once for each ticket.
 */
export const flow: Step = (turn, scene) => {
  const ticket = ticketOf(turn);
  if (!mayBeLed(ticket)) return undefined;
  const { automation } = ticket;
  if (automation.kind !== 'flow') {
    const led = beginning(turn, scene);
    return led === undefined ? undefined : isStillLed(led) ? goOn(led) : over(led);
  }
  if (automation.pause !== null) return goOn(waitsOut(turn, automation, scene));
  const answer = answerIn(automation, ticket, scene);
  const led = continued(turn, automation, { kind: 'answer', answer }, scene);
  const isLost = led.flowsPassed.at(-1)?.stopped === 'missing';
  // The rules that follow answer the messages that the flow no longer can.
  return isStillLed(led) || isLost ? goOn(led) : over(led);
};

/**
 * Whether the messages of a pause still have to be heard after it: the flow neither pauses again, which keeps them, nor
 * prompts, which follows them.
 */
const isUnheard = ({ status, automation }: Ticket): boolean =>
  status !== 'closed' && !(automation.kind === 'flow' || promptsOf(automation) > 0);

/**
 * Ends the pause of a ticket's flow: runs the next step, and hands what the customer wrote during the pause to what
 * leads the ticket then.
 */
export const flowResumed = (turn: Turn, scene: EngineScene): Turn => {
  const ticket = ticketOf(turn);
  const { automation } = ticket;
  if (automation.kind !== 'flow' || automation.pause === null || !mayBeLed(ticket)) return turn;
  const led = withoutSilenced(continued(turn, automation, { kind: 'time' }, scene));
  return isUnheard(ticketOf(led)) ? heardNow(led, automation.waiting, scene.moment) : led;
};

/**
 * Ends the pause that a token names; a timer ends it later if the company's subscription is over. undefined if the
 * ticket is in no such pause: it ended before, or an attendant took the ticket.
 * @throws Wanted if data is needed that was not read
 */
export const flowResumeTurn = (
  ticket: Stored<Ticket>,
  token: string,
  world: EngineWorld,
  moment: Moment,
): Turn | undefined => {
  const { automation } = ticket;
  if (automation.kind !== 'flow' || automation.pause?.token !== token || !mayBeLed(ticket)) return undefined;
  if (world.isExpired) {
    const { connection } = world;
    return watchedAnew(ticket, { ...world, connections: new Map([[connection.id, connection]]) }, moment);
  }
  return flowResumed(turnOn(ticket), { ...world, moment, heard: undefined });
};

/**
 * Adds to a turn that its tickets left their flows without the flow's doing: an attendant took the ticket, it was moved
 * or closed, or its texts were silenced.
 */
export const withFlowsLeft = (turn: Turn): Turn => {
  const left = turn.tickets.flatMap(({ before, after }): FlowPassed[] => {
    if (before?.automation.kind !== 'flow' || after.automation.kind === 'flow') return [];
    if (turn.flowsPassed.some(({ ticketId }) => ticketId === after.id) && turn.silenced.length === 0)
      return [];
    const { flowId, nodeId } = before.automation;
    const none = { nodes: [], connections: [], stopped: null };
    return [{ ticketId: after.id, flowId, from: nodeId, left: nodeId, ...none }];
  });
  return left.length === 0 ? turn : mergeTurns(turn, { flowsPassed: left });
};
