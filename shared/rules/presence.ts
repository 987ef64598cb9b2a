/** Interval at which browsers send a heartbeat. */
export const PRESENCE_INTERVAL_MS = 5 * 60 * 1000;
/** A user without a heartbeat for this long counts as offline: one interval, and some time for a late heartbeat. */
export const ONLINE_WINDOW_MS = PRESENCE_INTERVAL_MS + 30 * 1000;

/** Whether a user's last heartbeat is recent enough. */
export const isOnline = (presence: { seenAt: string } | undefined, nowMs: number): boolean =>
  presence !== undefined && nowMs - Date.parse(presence.seenAt) < ONLINE_WINDOW_MS;
