import { untilOnline } from './use-online.ts';

/** Attempts to load a file while there is a network. */
const ATTEMPTS = 5;
/** Delay after the first failed attempt; it doubles with each further one. */
const FIRST_DELAY_MS = 500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Node, which runs the unit tests, has no `onLine`. */
const isOnline = (): boolean => navigator.onLine !== false;

/** Whether a file may be loaded now: over the network, or from the files that the service worker keeps. */
const mayLoad = (): boolean =>
  isOnline() || ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null);

/**
 * Loads a part of the app's code or texts. Without a network it waits until the network returns: a part that is missing
 * must not replace the whole screen by an error, and Chromium does not repeat a failed import on the same page.
 * @throws the error of the last of {@link ATTEMPTS} attempts within 7.5 s: after a deployment the file may have another
 * name
 */
export const fetchCode = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    if (!mayLoad()) await untilOnline();
    try {
      return await load();
    } catch (error) {
      if (isOnline() && attempt >= ATTEMPTS) throw error;
      await (isOnline() ? wait(FIRST_DELAY_MS * 2 ** (attempt - 1)) : untilOnline());
    }
  }
};
