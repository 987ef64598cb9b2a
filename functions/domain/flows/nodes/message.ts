import { follow, type NodeRuntime } from '../node-runtime.ts';
import { fillVariables } from '../variables.ts';

/** Sends a text. */
export const message: NodeRuntime<'message'> = {
  enter: ({ data: { label } }, { variables, world }) =>
    follow({ does: 'say', text: fillVariables(label, variables, world.fill) }),
};
