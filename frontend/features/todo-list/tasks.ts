import type { StoredValue } from '../../lib/storage.ts';

/** A user's own task. It exists only in this browser. */
export type Task = StoredValue<'tasks'>[string][number];

export const TASKS_MAX = 500;
export const TASK_CHARS = 500;

/** The fields that a user writes. */
export type TaskFields = Pick<Task, 'text' | 'dueDate'>;

/** Adds a task as the last one. Without room, the tasks stay as they are. */
export const addTask = (tasks: readonly Task[], fields: TaskFields, id: string, now: string): Task[] =>
  tasks.length >= TASKS_MAX
    ? [...tasks]
    : [...tasks, { id, ...fields, done: false, createdAt: now, updatedAt: now }];

/** Changes a task. A task that another tab has deleted stays deleted. */
export const changeTask = (
  tasks: readonly Task[],
  id: string,
  change: Partial<TaskFields & Pick<Task, 'done'>>,
  now: string,
): Task[] => tasks.map((task) => (task.id === id ? { ...task, ...change, updatedAt: now } : task));

export const removeTask = (tasks: readonly Task[], id: string): Task[] =>
  tasks.filter((task) => task.id !== id);

/** Puts a removed task back in its place; tasks that were added or removed meanwhile stay as they are. */
export const restoreTask = (tasks: readonly Task[], task: Task, index: number): Task[] =>
  tasks.some(({ id }) => id === task.id) ? [...tasks] : tasks.toSpliced(index, 0, task);

/**
 * Moves a task to the place of another one that is as done or as open as itself. Moving down puts it after the other
 * one, moving up before it.
 */
export const moveTask = (tasks: readonly Task[], id: string, placeOf: string): Task[] => {
  const from = tasks.findIndex((task) => task.id === id);
  const to = tasks.findIndex((task) => task.id === placeOf);
  const task = tasks[from];
  return task === undefined || to === -1 ? [...tasks] : tasks.toSpliced(from, 1).toSpliced(to, 0, task);
};

/** Whether an open task should be done by now. Days are `yyyy-MM-dd`. */
export const dueState = (
  { done, dueDate }: Pick<Task, 'done' | 'dueDate'>,
  today: string,
): 'overdue' | 'today' | 'later' | null => {
  if (dueDate === null) return null;
  if (done || dueDate > today) return 'later';
  return dueDate === today ? 'today' : 'overdue';
};
