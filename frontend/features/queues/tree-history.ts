import type { Tree } from './option-tree.ts';

/** What can be taken back of an editor's changes, and done again. */
export interface History {
  past: readonly Tree[];
  present: Tree;
  future: readonly Tree[];
  /** What the last change was to: more of the same, as typing is, is taken back at once. */
  topic: string | null;
}

/** Steps that can be taken back. */
const STEPS_KEPT = 100;

export const startHistory = (present: Tree): History => ({ past: [], present, future: [], topic: null });

/** @param topic of changes that belong together, like those of one text; null stands alone */
export const change = (history: History, next: Tree, topic: string | null = null): History => {
  if (next === history.present) return history;
  const goesOn = topic !== null && topic === history.topic;
  return {
    past: goesOn ? history.past : [...history.past, history.present].slice(-STEPS_KEPT),
    present: next,
    future: [],
    topic,
  };
};

export const undo = (history: History): History => {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    topic: null,
  };
};

export const redo = (history: History): History => {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, topic: null };
};
