import type { MessageMedia } from '@prosa/shared/entities/message.ts';

const NEVER_CAME = 'no-answer';

/** Returns the failed state of a message's file that did not arrive in time. Undefined if no file is awaited. */
export const overdueMedia = (media: MessageMedia | null | undefined): MessageMedia | undefined =>
  media?.state === 'fetching' ? { ...media, state: 'failed', reason: NEVER_CAME } : undefined;

/** Whether a file that arrives now is still stored: yes if it is awaited, or if it was given up after the timeout. */
export const awaitsFile = (media: MessageMedia | null | undefined): media is MessageMedia =>
  media?.state === 'fetching' || (media?.state === 'failed' && media.reason === NEVER_CAME);
