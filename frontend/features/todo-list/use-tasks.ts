import { useStore } from 'zustand';
import { notifyAction, notifyWarning, UNDO_MS } from '../../lib/screen/notify.ts';
import { ownerKey } from '../../lib/session/owner-key.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { useUser } from '../auth/hooks/use-user.ts';
import { changeTasks, taskStore } from './task-store.ts';
import {
  addTask,
  changeTask,
  moveTask,
  removeTask,
  restoreTask,
  type Task,
  type TaskFields,
} from './tasks.ts';

const NONE: readonly Task[] = [];

/** Returns the user's tasks in the user's order, and the acts on them. Each act is stored at once. */
export const useTasks = () => {
  const { t } = useTranslation(['todo-list', 'common']);
  const owner = ownerKey(useUser());
  const tasks = useStore(taskStore, (all) => all[owner] ?? NONE);
  const apply = (change: (tasks: readonly Task[]) => Task[]): void => {
    if (!changeTasks(owner, change)) notifyWarning(t('notKept'), UNDO_MS);
  };
  const now = () => new Date().toISOString();
  return {
    tasks,
    add: (fields: TaskFields) => apply((list) => addTask(list, fields, crypto.randomUUID(), now())),
    change: (id: string, fields: Partial<TaskFields>) => apply((list) => changeTask(list, id, fields, now())),
    setDone: (id: string, done: boolean) => apply((list) => changeTask(list, id, { done }, now())),
    move: (id: string, placeOf: string) => apply((list) => moveTask(list, id, placeOf)),
    remove: (task: Task) => {
      const index = tasks.findIndex(({ id }) => id === task.id);
      apply((list) => removeTask(list, task.id));
      notifyAction(t('removed'), {
        label: t('common:undo'),
        run: () => apply((list) => restoreTask(list, task, index)),
      });
    },
  };
};
