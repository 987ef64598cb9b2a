import i18next, { type Namespace, type TFunction } from 'i18next';
import { use, useMemo, useSyncExternalStore } from 'react';
import { loadTexts } from './i18n.ts';

const onLanguageChange = (changed: () => void): (() => void) => {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
};
const languageNow = (): string => i18next.language;

/** Loads of features' texts, also finished ones, by language and feature. */
const loads = new Map<string, Promise<void>>();
const loadOnce = (language: string, feature: string): Promise<void> => {
  const key = `${language} ${feature}`;
  const load = loads.get(key) ?? loadTexts([feature]);
  loads.set(key, load);
  return load;
};

/**
 * Returns the texts of one or several features in the user's language. A key without a feature belongs to the first
 * one. Suspends while texts load; texts that failed to load show as their keys.
 */
export const useTranslation = <const N extends Namespace>(
  features: N,
): { t: TFunction<N>; language: string } => {
  const language = useSyncExternalStore(onLanguageChange, languageNow);
  const names = [features].flat();
  for (const name of names) if (!i18next.hasResourceBundle(language, name)) use(loadOnce(language, name));
  const [first = 'common'] = names;
  // Cast: a key of another feature starts with that feature's name, so the first one is enough.
  const t = useMemo(() => i18next.getFixedT(language, first) as TFunction<N>, [language, first]);
  return { t, language };
};
