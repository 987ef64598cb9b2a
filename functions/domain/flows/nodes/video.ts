import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Sends a video. */
export const video: NodeRuntime<'video'> = {
  enter: ({ data: { url: name } }) => follow({ does: 'send', file: 'video', name, isVoice: false }),
};
