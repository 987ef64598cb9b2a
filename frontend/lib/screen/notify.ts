import type { toast as Toast } from 'sonner';
import { createStore } from 'zustand/vanilla';
import { errorText } from '../api/error-text.ts';

/** How long a notice stays in the main area. */
export const NOTICE_MS = 2000;
/** Errors ask for reading. */
const ERROR_MS = 6000;
/** Time to take back a safe but unwanted act. */
export const UNDO_MS = 5000;

/** CSS length at the bottom of the page that notices keep clear of, while something is written there. */
export const NOTICE_CLEARANCE = '--notice-clearance';

type Show = (toast: typeof Toast) => void;

/** Whether anything was to be said yet. What shows notices is fetched by it. */
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

/** @param id what it is about: a later warning of the same takes its place. */
export const notifyWarning = (text: string, durationMs = NOTICE_MS, id = text): void => {
  say((toast) => toast.warning(text, { id, duration: durationMs }));
};

/** Says what went wrong, in the person's language. The same failure is shown once, however often it happens. */
export const notifyError = (error: unknown): void => {
  const text = errorText(error);
  say((toast) => toast.error(text, { id: text, duration: ERROR_MS }));
};

/**
 * A notice with one action, such as taking something back. The action runs once: the button can still be pressed
 * while the notice leaves.
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
