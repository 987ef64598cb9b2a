import { notifyError, notifySuccess } from '../lib/screen/notify.ts';
import { confirm } from './confirm-dialog.tsx';

interface Removal {
  title: string;
  /** Describes what will be lost. */
  body: string;
  confirmLabel: string;
  /** Success notice after the removal. */
  done: string;
  remove: () => Promise<unknown>;
  /** Returns a text that replaces an error code's default text; null keeps the default. */
  failureText?: (error: unknown) => string | null;
  /** Refetches or closes the views that showed the removed item. */
  onRemoved: () => Promise<void> | void;
}

/** Asks for confirmation, removes an item, and shows a success or an error notice. */
export const confirmRemoval = async ({
  done,
  remove,
  failureText = () => null,
  onRemoved,
  ...question
}: Removal): Promise<void> => {
  if (!(await confirm({ ...question, danger: true }))) return;
  try {
    await remove();
    notifySuccess(done);
    await onRemoved();
  } catch (error) {
    notifyError(error, failureText(error));
  }
};
