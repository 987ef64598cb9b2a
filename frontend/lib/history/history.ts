/** Undo history of an editor. */
export interface History<T extends object> {
  /** Undo steps, oldest first. */
  past: readonly T[];
  present: T;
  /** Redo steps, next first. */
  future: readonly T[];
  /** The subject of the last change. Consecutive changes of the same subject, such as typing, are undone together. */
  topic: string | null;
}

/** Maximum number of undo steps. */
export const STEPS_KEPT = 100;

/** Returns a history without changes. */
export const startHistory = <T extends object>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  topic: null,
});

/**
 * Returns the history with one more change; the same history if the value did not change.
 * @param topic consecutive changes with the same topic are undone together, such as typing in one text; null: undone
 * alone
 */
export const change = <T extends object>(
  history: History<T>,
  next: T,
  topic: string | null = null,
): History<T> => {
  if (next === history.present) return history;
  const goesOn = topic !== null && topic === history.topic;
  return {
    past: goesOn ? history.past : [...history.past, history.present].slice(-STEPS_KEPT),
    present: next,
    future: [],
    topic,
  };
};

/** Returns the history with its last change undone; the same history if there is no undo step. */
export const undo = <T extends object>(history: History<T>): History<T> => {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    topic: null,
  };
};

/** Returns the history with the last undone change redone; the same history if there is no redo step. */
export const redo = <T extends object>(history: History<T>): History<T> => {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, topic: null };
};
