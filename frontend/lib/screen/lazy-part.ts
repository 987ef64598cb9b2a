import { type ComponentType, lazy } from 'react';
import { fetchCode } from './fetch-code.ts';

type LoadComponent<P> = () => Promise<{ default: ComponentType<P> }>;

const waiting = new Set<() => Promise<unknown>>();

/** Registers a loader for {@link fetchParts}. */
export const fetchLater = (load: () => Promise<unknown>): void => {
  waiting.add(load);
};

/** Makes a component for a rarely used part of a screen. Its code loads when it first opens; see {@link fetchCode}. */
export const rarePart = <P extends object>(load: LoadComponent<P>) => lazy(() => fetchCode(load));

/**
 * Makes a component for a small part of every screen, such as a menu, that a first visit does not need. Its code
 * loads when it first opens, or earlier by {@link fetchParts}; then it opens immediately, even when the network is
 * lost.
 */
export const lazyPart = <P extends object>(load: LoadComponent<P>) => {
  fetchLater(load);
  return rarePart(load);
};

/**
 * Loads all registered parts that are not loaded yet, one after the other; without a network, when it returns. A failed
 * part is loaded when it opens.
 */
export const fetchParts = async (): Promise<void> => {
  for (const load of waiting) {
    waiting.delete(load);
    await Promise.allSettled([fetchCode(load)]);
  }
};
