import { createStore } from 'zustand/vanilla';
import { readStored, type StoredValue, watchStored, writeStored } from '../../lib/storage.ts';
import type { Task } from './tasks.ts';

const read = (): StoredValue<'tasks'> => readStored('tasks') ?? {};

/** The to-do lists in this browser, by the key of their owner. Other tabs show each change at once. */
export const taskStore = createStore(read);
watchStored('tasks', () => taskStore.setState(read(), true));

/** Whether the browser has kept the last change. */
let isKept = true;

/**
 * Changes the tasks of a user, on top of what other tabs have changed.
 * @returns whether the browser keeps the change; otherwise it lasts until the page is closed
 */
export const changeTasks = (owner: string, change: (tasks: readonly Task[]) => Task[]): boolean => {
  const all = isKept ? read() : taskStore.getState();
  const next = { ...all, [owner]: change(all[owner] ?? []) };
  isKept = writeStored('tasks', next);
  taskStore.setState(next, true);
  return isKept;
};
