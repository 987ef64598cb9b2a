import type { NodeRuntime } from '../node-runtime.ts';

/** Takes the handle `a` in `percent` of all passes, `b` in the others. */
export const randomizer: NodeRuntime<'randomizer'> = {
  enter: ({ data: { percent } }, { world }) => ({
    acts: [],
    goes: 'follow',
    handle: world.random() * 100 < percent ? 'a' : 'b',
  }),
};
