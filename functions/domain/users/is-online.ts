/** How long a user counts as online after the last sign of life; browsers give one every minute or two. */
export const ONLINE_WINDOW_MS = 5 * 60 * 1000;

/** Whether a user with this last sign of life is online. */
export const isOnline = (seenAt: string | undefined, nowMs: number): boolean =>
  seenAt !== undefined && nowMs - Date.parse(seenAt) < ONLINE_WINDOW_MS;
