import { useState } from 'react';
import { change, type History, redo, startHistory, undo } from './history.ts';

/**
 * Holds an edited value with its undo history.
 * @param onChange called with the new value after each change, undo and redo
 */
export const useHistory = <T extends object>(initial: () => T, onChange: (present: T) => void) => {
  const [history, setHistory] = useState(() => startHistory(initial()));
  const keep = (next: History<T>): void => {
    if (next === history) return;
    setHistory(next);
    onChange(next.present);
  };
  return {
    present: history.present,
    /** @param topic consecutive changes with the same topic are undone together; null: undone alone */
    change: (next: T, topic: string | null = null): void => keep(change(history, next, topic)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => keep(undo(history)),
    redo: () => keep(redo(history)),
  };
};
