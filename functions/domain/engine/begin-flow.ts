import { beginFlow } from '../flows/interpreter.ts';
import { promptsOf } from '../tickets/automation.ts';
import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { type InFlow, stepped, worldOf } from './flow-run.ts';
import { begunOnce } from './queue-menu.ts';
import type { EngineScene } from './scene.ts';
import { flowToStart, flowVersionOf } from './world.ts';

/**
 * Begins the newest version of a flow on the turn's ticket; undefined if the flow may not start.
 * @param isAbout whether the customer's messages are no answer to an earlier question
 */
export const begunFlow = (
  turn: Turn,
  flowId: number,
  isAbout: boolean,
  scene: EngineScene,
): Turn | undefined => {
  const number = flowToStart(scene, flowId);
  const version = number === undefined ? undefined : flowVersionOf(scene, flowId, number);
  const step = version === undefined ? undefined : beginFlow(version, worldOf(turn, scene));
  if (version === undefined || step === undefined) return undefined;
  const { automation: before, hadFlow } = ticketOf(turn);
  const isFirst = !hadFlow && promptsOf(before) === 0;
  const automation: InFlow = {
    kind: 'flow',
    awaits: null,
    prompts: 0,
    promptedAt: null,
    promptMessageId: null,
    flowId,
    version: version.number,
    nodeId: step.passage.from,
    element: 0,
    variables: {},
    pause: null,
    waiting: [],
    passed: 0,
  };
  const led = withTicket(isFirst ? begunOnce(turn, scene) : turn, (ticket) => ({
    ...ticket,
    automation,
    hadFlow: true,
  }));
  return stepped(led, automation, { step, version, isAbout }, scene);
};
