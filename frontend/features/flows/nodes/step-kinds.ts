import type { FlowNodeType } from '@prosa/shared/entities/flow.ts';
import { audioKind } from './audio.tsx';
import { conditionKind } from './condition.tsx';
import { contentKind } from './content.tsx';
import { imageKind } from './image.tsx';
import { intervalKind } from './interval.tsx';
import { menuKind } from './menu.tsx';
import { messageKind } from './message.tsx';
import { openaiKind } from './openai.tsx';
import { questionKind } from './question.tsx';
import { randomizerKind } from './randomizer.tsx';
import { startKind } from './start.tsx';
import type { StepKind } from './step-kind.ts';
import { ticketKind } from './ticket.tsx';
import { typebotKind } from './typebot.tsx';
import { videoKind } from './video.tsx';

/** The editor's side of every type of node. */
export const STEP_KINDS: { readonly [T in FlowNodeType]: StepKind<T> } = {
  start: startKind,
  message: messageKind,
  singleBlock: contentKind,
  menu: menuKind,
  interval: intervalKind,
  img: imageKind,
  audio: audioKind,
  video: videoKind,
  randomizer: randomizerKind,
  condition: conditionKind,
  question: questionKind,
  ticket: ticketKind,
  typebot: typebotKind,
  openai: openaiKind,
};
