import type { RealtimeState } from './realtime.ts';

/** The kind of a lost connection that the user sees: no network, or no WebSocket connection. */
export type Loss = 'offline' | 'lost';

/** Delay before a lost connection is shown, so that it is visible within 3 s. */
export const LOST_AFTER_MS = 2000;
/** Time that opening a connection may take before it is shown as lost. A slow start or a planned renewal takes less. */
export const SLOW_AFTER_MS = 7000;

/** Returns the loss of a state and the delay in milliseconds after which it is shown; null while there is none. */
export const lossOf = (isOnline: boolean, state: RealtimeState): { loss: Loss; afterMs: number } | null => {
  if (!isOnline) return { loss: 'offline', afterMs: 0 };
  if (state === 'open') return null;
  return { loss: 'lost', afterMs: state === 'lost' ? LOST_AFTER_MS : SLOW_AFTER_MS };
};
