import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const tell of listeners) tell();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/**
 * Returns a value of the current time, computed each second; the component renders only when the value changes.
 * @param select returns a primitive value of the time in milliseconds
 */
export const useNow = <T extends string | number>(select: (nowMs: number) => T): T =>
  useSyncExternalStore(subscribe, () => select(timer === undefined ? Date.now() : now));
