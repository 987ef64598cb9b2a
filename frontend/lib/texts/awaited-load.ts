import i18next from 'i18next';
import { loadTexts } from './i18n.ts';

/** Loads of features' texts that a component has awaited, also finished ones, by language and feature. */
const loads = new Map<string, Promise<void>>();

/**
 * Returns the load of a feature's texts that a component must await; starts it if the texts are missing. Undefined if
 * the texts were there already. A load that was returned once is returned for ever: React renders a component that
 * awaited it again, and fails with error 467 if that render awaits less.
 */
export const awaitedLoad = (language: string, feature: string): Promise<void> | undefined => {
  const key = `${language} ${feature}`;
  const started = loads.get(key);
  if (started !== undefined || i18next.hasResourceBundle(language, feature)) return started;
  const load = loadTexts([feature]);
  loads.set(key, load);
  return load;
};
