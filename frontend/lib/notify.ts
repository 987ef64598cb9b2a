import { toast } from 'sonner';
import { errorText } from './error-text.ts';

/** How long a notice stays in the main area. */
export const NOTICE_MS = 2000;
/** Errors ask for reading. */
const ERROR_MS = 6000;
/** Time to take back a safe but unwanted act. */
export const UNDO_MS = 5000;

export const notifySuccess = (text: string): void => {
  toast.success(text, { duration: NOTICE_MS });
};

export const notifyInfo = (text: string, durationMs = NOTICE_MS): void => {
  toast.info(text, { duration: durationMs });
};

export const notifyWarning = (text: string, durationMs = NOTICE_MS): void => {
  toast.warning(text, { duration: durationMs });
};

/** Says what went wrong, in the person's language. The same failure is shown once, however often it happens. */
export const notifyError = (error: unknown): void => {
  const text = errorText(error);
  toast.error(text, { id: text, duration: ERROR_MS });
};

/** A notice with one action, such as taking something back. */
export const notifyAction = (
  text: string,
  action: { label: string; run: () => void },
  durationMs = UNDO_MS,
): void => {
  toast(text, { duration: durationMs, action: { label: action.label, onClick: action.run } });
};
