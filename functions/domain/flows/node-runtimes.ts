import type { FlowNodeType } from '@prosa/shared/entities/flow.ts';
import type { NodeRuntime } from './node-runtime.ts';
import { audio } from './nodes/audio.ts';
import { condition } from './nodes/condition.ts';
import { content } from './nodes/content.ts';
import { image } from './nodes/image.ts';
import { interval } from './nodes/interval.ts';
import { menu } from './nodes/menu.ts';
import { message } from './nodes/message.ts';
import { openai } from './nodes/openai.ts';
import { question } from './nodes/question.ts';
import { randomizer } from './nodes/randomizer.ts';
import { start } from './nodes/start.ts';
import { ticket } from './nodes/ticket.ts';
import { typebot } from './nodes/typebot.ts';
import { video } from './nodes/video.ts';

/** The runtime of each type of node. A type without one does not compile. */
export const NODE_RUNTIMES: { readonly [T in FlowNodeType]: NodeRuntime<T> } = {
  start,
  message,
  singleBlock: content,
  menu,
  interval,
  img: image,
  audio,
  video,
  randomizer,
  condition,
  question,
  ticket,
  typebot,
  openai,
};
