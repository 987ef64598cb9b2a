import type { Said } from '@prosa/shared/entities/answer-count.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import { isPlaceholder } from '@prosa/shared/entities/message.ts';
import { isTooQuick } from '../automatic/answer-limit.ts';
import { type Moment, type Turn, ticketOf } from '../turns/turn.ts';
import { consent } from './consent.ts';
import { lateMessage } from './late-message.ts';
import { optionTree } from './option-tree.ts';
import { outOfHours, queueHours } from './out-of-hours.ts';
import { queueMenu } from './queue-menu.ts';
import { rating } from './rating.ts';
import { audioRefusal, callRefusal, fileRefusal } from './refusals.ts';
import { type EngineScene, type Heard, type Step, silenced, withoutSilenced } from './scene.ts';
import { vacation } from './vacation.ts';
import type { EngineWorld } from './world.ts';

/** Everything the system says by itself to a message of a customer, in this order. */
const STEPS: readonly Step[] = [
  fileRefusal,
  callRefusal,
  vacation,
  rating,
  consent,
  lateMessage,
  outOfHours,
  queueMenu,
  audioRefusal,
  queueHours,
  optionTree,
];

const heardFrom = (message: Message, said: Said | null): Heard => ({
  message,
  isTooQuick: isTooQuick(message, said),
  text: message.mediaType === 'extendedTextMessage' && message.body.trim() !== '' ? message.body : null,
});

/**
 * What a customer's message, stored by the turn before, makes the system say and do. Groups that are no tickets, what came
 * from an import or was written by our own side, what cannot be read yet, and companies whose subscription has ended are left alone.
 * @throws Wanted where something is needed that was not read
 */
export const customerTurn = (stored: Turn, message: Message, world: EngineWorld, moment: Moment): Turn => {
  const { status, imported, said } = ticketOf(stored);
  if (message.fromMe || imported !== null || isPlaceholder(message) || world.isExpired) return stored;
  if (status === 'group' || status === 'closed') return stored;
  let turn = stored;
  let scene: EngineScene = { ...world, moment, heard: heardFrom(message, said) };
  for (const step of STEPS) {
    const result = step(turn, scene);
    if (result === undefined) continue;
    turn = result.turn;
    if (result.next === 'over') break;
    if (result.next === 'taken') scene = silenced(scene);
  }
  return withoutSilenced(turn);
};
