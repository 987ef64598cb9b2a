import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Hands the conversation to a queue, which ends the flow. */
export const ticket: NodeRuntime<'ticket'> = {
  enter: ({ data: { queue } }) =>
    queue === null ? follow() : { acts: [], goes: 'end', end: { why: 'queue', queueId: queue.id } },
};
