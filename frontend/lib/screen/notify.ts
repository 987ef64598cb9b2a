import type { toast as Toast } from 'sonner';
import { createStore } from 'zustand/vanilla';
import { errorText } from '../api/error-text.ts';

/** Display time of a notice. */
export const NOTICE_MS = 2000;
/** Display time of an error, which takes longer to read. */
const ERROR_MS = 6000;
/** Display time of a notice with an undo action. */
export const UNDO_MS = 5000;

/** CSS variable with the space that notices leave free at the bottom of the page while a composer is there. */
export const NOTICE_CLEARANCE = '--notice-clearance';

type Show = (toast: typeof Toast) => void;

/** Whether any notice was requested yet; the first one triggers loading of the notice stack. */
export const noticeStore = createStore<{ wanted: boolean }>(() => ({ wanted: false }));
const waiting: Show[] = [];
let shown: typeof Toast | null = null;

const say = (show: Show): void => {
  if (shown !== null) {
    show(shown);
    return;
  }
  waiting.push(show);
  noticeStore.setState({ wanted: true });
};

/** Called when the notice stack is mounted. Shows the notices that waited for it. */
export const noticesReady = (toast: typeof Toast): void => {
  shown = toast;
  for (const show of waiting.splice(0)) show(toast);
};

export const notifySuccess = (text: string): void => {
  say((toast) => toast.success(text, { duration: NOTICE_MS }));
};

export const notifyInfo = (text: string, durationMs = NOTICE_MS): void => {
  say((toast) => toast.info(text, { duration: durationMs }));
};

/**
 * Shows a warning.
 * @param id subject of the warning; a later warning with the same id replaces it
 */
export const notifyWarning = (text: string, durationMs = NOTICE_MS, id = text): void => {
  say((toast) => toast.warning(text, { id, duration: durationMs }));
};

/**
 * Shows an error in the user's language. Repeated identical errors are shown once.
 * @param ownText replaces the text of the error's code
 */
export const notifyError = (error: unknown, ownText: string | null = null): void => {
  const text = ownText ?? errorText(error);
  say((toast) => toast.error(text, { id: text, duration: ERROR_MS }));
};

/**
 * Shows a notice with one action, such as an undo. The action runs only once, although the button can still be
 * pressed while the notice fades out.
 */
export const notifyAction = (
  text: string,
  action: { label: string; run: () => void },
  durationMs = UNDO_MS,
): void => {
  let done = false;
  const onClick = (): void => {
    if (done) return;
    done = true;
    action.run();
  };
  say((toast) => toast(text, { duration: durationMs, action: { label: action.label, onClick } }));
};
