import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Sends a picture. */
export const image: NodeRuntime<'img'> = {
  enter: ({ data: { url: name } }) => follow({ does: 'send', file: 'image', name, isVoice: false }),
};
