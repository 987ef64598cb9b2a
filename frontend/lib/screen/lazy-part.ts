import { type ComponentType, lazy } from 'react';

const waiting = new Set<() => Promise<unknown>>();

/** Has something fetched by {@link fetchParts}. */
export const fetchLater = (load: () => Promise<unknown>): void => {
  waiting.add(load);
};

/**
 * A small part of every screen, such as a menu, that the first visit does without. It is fetched when it first opens, or
 * by {@link fetchParts} before that: then it opens at once, and a lost network does not keep it shut.
 */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) => {
  fetchLater(load);
  return lazy(load);
};

/** Fetches all parts that nobody opened yet, one after the other. What fails is fetched when it opens. */
export const fetchParts = async (): Promise<void> => {
  for (const load of waiting) {
    waiting.delete(load);
    await Promise.allSettled([load()]);
  }
};
