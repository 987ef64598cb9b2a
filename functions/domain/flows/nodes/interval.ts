import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Pauses for some seconds. The pause is its only element. */
export const interval: NodeRuntime<'interval'> = {
  enter: ({ data: { sec: seconds } }, { element }) =>
    element > 0 ? follow() : { acts: [], goes: 'pause', seconds },
};
