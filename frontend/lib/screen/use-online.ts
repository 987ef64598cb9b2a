import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  globalThis.addEventListener('online', onChange);
  globalThis.addEventListener('offline', onChange);
  return () => {
    globalThis.removeEventListener('online', onChange);
    globalThis.removeEventListener('offline', onChange);
  };
};

/** Resolves when the network returns. */
export const untilOnline = (): Promise<void> =>
  new Promise((resolve) => {
    globalThis.addEventListener('online', () => resolve(), { once: true });
  });

/** Returns whether the browser has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
