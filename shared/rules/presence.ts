/** Browsers tell that they are there this often. */
export const PRESENCE_INTERVAL_MS = 5 * 60 * 1000;
/** Without a sign of life for this long a user counts as offline: one interval, and some time for a late sign. */
export const ONLINE_WINDOW_MS = PRESENCE_INTERVAL_MS + 30 * 1000;

/** Whether a user's last sign of life is recent enough. */
export const isOnline = (presence: { seenAt: string } | undefined, nowMs: number): boolean =>
  presence !== undefined && nowMs - Date.parse(presence.seenAt) < ONLINE_WINDOW_MS;
