import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Begins the conversation: sends nothing. */
export const start: NodeRuntime<'start'> = { enter: () => follow() };
