import { holds } from '../conditions.ts';
import type { NodeRuntime } from '../node-runtime.ts';
import { fillVariables, variableOf } from '../variables.ts';

/** Compares a variable with a value, which may contain placeholders: `a` if the comparison holds, `b` otherwise. */
export const condition: NodeRuntime<'condition'> = {
  enter: ({ data: { key, operator, value } }, { variables, world }) => {
    const [left, right] = [
      variableOf(key, variables, world.fill),
      fillVariables(value, variables, world.fill),
    ];
    return { acts: [], goes: 'follow', handle: holds(operator, left, right) ? 'a' : 'b' };
  },
};
