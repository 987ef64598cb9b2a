import { notifyError, notifySuccess } from '../lib/screen/notify.ts';
import { confirm } from './confirm-dialog.tsx';

interface Removal {
  title: string;
  /** Names what will be lost with it. */
  body: string;
  confirmLabel: string;
  /** Said when it is gone. */
  done: string;
  remove: () => Promise<unknown>;
  /** Fetches again what showed it, or closes it. */
  onRemoved: () => Promise<void> | void;
}

/** Asks whether something is to be removed, removes it, and says so, or why it could not be. */
export const confirmRemoval = async ({ done, remove, onRemoved, ...question }: Removal): Promise<void> => {
  if (!(await confirm({ ...question, danger: true }))) return;
  try {
    await remove();
    notifySuccess(done);
    await onRemoved();
  } catch (error) {
    notifyError(error);
  }
};
