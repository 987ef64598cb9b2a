import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Hands the conversation to an assistant, which ends the flow. */
export const openai: NodeRuntime<'openai'> = {
  enter: ({ data: { typebotIntegration: assistant } }) =>
    assistant === null
      ? follow()
      : { acts: [], goes: 'end', end: { why: 'assistant', promptId: assistant.id } },
};
