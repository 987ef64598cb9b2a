import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Sends a sound, or a voice note. */
export const audio: NodeRuntime<'audio'> = {
  enter: ({ data: { url: name, record } }) => follow({ does: 'send', file: 'audio', name, isVoice: record }),
};
