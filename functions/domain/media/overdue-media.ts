import type { MessageMedia } from '@prosa/shared/entities/message.ts';

const NEVER_CAME = 'no-answer';

/** What becomes of a message's file that did not come in time. Undefined where nothing is waited for. */
export const overdueMedia = (media: MessageMedia | null | undefined): MessageMedia | undefined =>
  media?.state === 'fetching' ? { ...media, state: 'failed', reason: NEVER_CAME } : undefined;

/** Whether a file that comes now takes its place: one that was given up still does. */
export const awaitsFile = (media: MessageMedia | null | undefined): media is MessageMedia =>
  media?.state === 'fetching' || (media?.state === 'failed' && media.reason === NEVER_CAME);
