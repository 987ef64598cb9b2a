import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { FlowVersion } from '@prosa/shared/entities/flow.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { FLOW_RESUME, type TimerMessage } from '@prosa/shared/messaging/timer-message.ts';
import { type FlowInput, type FlowState, type FlowStep, stepFlow } from '../flows/interpreter.ts';
import type { FlowAct, FlowEnd, FlowWorld } from '../flows/node-runtime.ts';
import { randomFrom } from '../flows/random.ts';
import { type FlowPassed, instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { toPeople, withoutLeader } from './answer-turn.ts';
import { attachedFile } from './attached-file.ts';
import { begunAssistant } from './begin-assistant.ts';
import { begunIntegration } from './begin-integration.ts';
import { enterQueue } from './enter-queue.ts';
import { givesUp } from './moves.ts';
import { promptedOnce } from './prompts.ts';
import { type EngineScene, filled, say } from './scene.ts';
import { flowVersionOf } from './world.ts';

export type InFlow = AutomationOf<'flow'>;

const SECOND_MS = 1000;
const UNPROMPTED = { prompts: 0, promptedAt: null, promptMessageId: null };

/** Returns the data of a conversation that the nodes of its flow decide by. */
export const worldOf = (turn: Turn, scene: EngineScene): FlowWorld => ({
  fill: (text) => filled(text, ticketOf(turn), scene),
  random: randomFrom(scene.chance),
  maxPrompts: scene.connection.maxUseBotQueues,
  invalid: CUSTOMER_TEXTS[scene.settings.language].menu.invalid,
});

/** Sends a file of a flow as a copy of its own. A file that is gone, or too large for the channel, is left out. */
const sendFile = (
  turn: Turn,
  { file: kind, name, isVoice }: Extract<FlowAct, { does: 'send' }>,
  { files }: FlowVersion,
  scene: EngineScene,
): Turn => {
  const stored = Object.hasOwn(files, name) ? files[name] : undefined;
  const attached =
    stored === undefined ? undefined : attachedFile({ ...stored, voice: isVoice }, kind, scene);
  if (attached === undefined) return turn;
  const said = say(turn, { rule: 'flow', text: '', file: attached.file }, scene);
  return said.messages.length === turn.messages.length ? said : mergeTurns(said, { copies: attached.copies });
};

/** Sends what the flow says, until a text is silenced. */
const acted = (turn: Turn, acts: readonly FlowAct[], version: FlowVersion, scene: EngineScene): Turn => {
  let said = turn;
  for (const act of acts) {
    if (said.silenced.length > 0) return said;
    said =
      act.does === 'send'
        ? sendFile(said, act, version, scene)
        : say(said, { rule: 'flow', text: act.text }, scene);
  }
  return said;
};

const ended = (turn: Turn, end: FlowEnd, isAbout: boolean, scene: EngineScene): Turn => {
  switch (end.why) {
    case 'finished':
      return withoutLeader(turn, scene);
    case 'queue':
      return scene.queues.has(end.queueId) ? enterQueue(turn, end.queueId, scene) : toPeople(turn, scene);
    case 'integration':
      return begunIntegration(turn, end.integrationId, false, scene) ?? withoutLeader(turn, scene);
    case 'assistant':
      return begunAssistant(turn, end.promptId, isAbout, scene) ?? withoutLeader(turn, scene);
    case 'no-answer':
      return toPeople(givesUp(turn, scene), scene);
    case 'cycle':
    case 'budget':
      return toPeople(turn, scene);
  }
};

/** Returns the automation that waits where a step stopped, and the message that ends its pause. */
const waiting = (turn: Turn, before: InFlow, step: FlowStep, scene: EngineScene): Turn => {
  const { state, pauseS, acts } = step;
  if (state === undefined) return turn;
  const { moment } = scene;
  const { nodeId, element, variables, prompts, passed } = state;
  const there: InFlow = {
    ...before,
    nodeId,
    element,
    variables: { ...variables },
    prompts,
    passed,
    pause: null,
  };
  if (pauseS === undefined) {
    const isAsked = acts.at(-1)?.does === 'ask';
    const heard = { ...there, waiting: [] };
    const asking = isAsked ? promptedOnce({ ...heard, prompts: prompts - 1 }, turn, moment) : heard;
    return withTicket(turn, (ticket) => ({ ...ticket, automation: asking }));
  }
  const token = moment.ids.sortable(moment.nowMs);
  const until = instantOf({ nowMs: moment.nowMs + pauseS * SECOND_MS });
  const { companyId, id } = ticketOf(turn);
  const call: TimerMessage = { companyId, kind: FLOW_RESUME, subject: String(id), token };
  return mergeTurns(
    withTicket(turn, (ticket) => ({
      ...ticket,
      automation: { ...there, ...UNPROMPTED, pause: { until, token } },
    })),
    { calls: [{ queue: 'timers', body: JSON.stringify(call), delayS: pauseS }] },
  );
};

const passedIn = (
  turn: Turn,
  { flowId, nodeId }: Pick<InFlow, 'flowId' | 'nodeId'>,
  step: Pick<FlowStep, 'passage' | 'end'>,
): FlowPassed => {
  const { passage, end } = step;
  return {
    ticketId: ticketOf(turn).id,
    flowId,
    ...passage,
    left: end?.why === 'no-answer' ? nodeId : null,
    stopped: end?.why === 'cycle' || end?.why === 'budget' ? end.why : null,
  };
};

/** A step of a version, and whether no step of a flow has taken the customer's messages as its answer. */
interface Ran {
  step: FlowStep;
  version: FlowVersion;
  isAbout: boolean;
}

/** Applies one step of a flow to the turn: its messages, its hand-over, and where it waits. */
export const stepped = (
  turn: Turn,
  before: InFlow,
  { step, version, isAbout }: Ran,
  scene: EngineScene,
): Turn => {
  const told = acted(turn, step.acts, version, scene);
  const said = mergeTurns(told, { flowsPassed: [passedIn(turn, before, step)] });
  const { end } = step;
  // What a silenced text leaves is undone by `withoutSilenced`.
  if (said.silenced.length > 0) return said;
  return end === undefined ? waiting(said, before, step, scene) : ended(said, end, isAbout, scene);
};

/** The flow, or the version or node at which the ticket waits, is gone. */
const lost = (turn: Turn, { flowId, nodeId }: InFlow, scene: EngineScene): Turn =>
  mergeTurns(withoutLeader(turn, scene), {
    flowsPassed: [
      {
        ticketId: ticketOf(turn).id,
        flowId,
        from: nodeId,
        nodes: [],
        connections: [],
        left: null,
        stopped: 'missing',
      },
    ],
  });

/** Whether a step does nothing, because what the customer wrote is no answer. */
const isIdle = ({ acts, end, pauseS, passage }: FlowStep): boolean =>
  acts.length === 0 && end === undefined && pauseS === undefined && passage.nodes.length === 0;

const stateOf = ({ pause, ...rest }: InFlow): FlowState => ({
  ...rest,
  waitsFor: pause === null ? 'answer' : 'time',
});

/** Runs the next step of the flow of a turn's ticket. Returns the same turn if the messages are no answer. */
export const continued = (turn: Turn, automation: InFlow, input: FlowInput, scene: EngineScene): Turn => {
  const version = flowVersionOf(scene, automation.flowId, automation.version);
  const step =
    version === undefined ? undefined : stepFlow(version, stateOf(automation), input, worldOf(turn, scene));
  if (version === undefined || step === undefined) return lost(turn, automation, scene);
  return isIdle(step) ? turn : stepped(turn, automation, { step, version, isAbout: false }, scene);
};
