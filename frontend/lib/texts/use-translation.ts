import i18next, { type Namespace, type TFunction } from 'i18next';
import { use, useMemo, useSyncExternalStore } from 'react';
import { awaitedLoad } from './awaited-load.ts';

const onLanguageChange = (changed: () => void): (() => void) => {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
};
const languageNow = (): string => i18next.language;

/**
 * Returns the texts of one or several features in the user's language. A key without a feature belongs to the first
 * one. Suspends while texts load; texts that failed to load show as their keys.
 */
export const useTranslation = <const N extends Namespace>(
  features: N,
): { t: TFunction<N>; language: string } => {
  const language = useSyncExternalStore(onLanguageChange, languageNow);
  const names = [features].flat();
  for (const name of names) {
    const load = awaitedLoad(language, name);
    if (load !== undefined) use(load);
  }
  const [first = 'common'] = names;
  // Cast: a key of another feature starts with that feature's name, so the first one is enough.
  const t = useMemo(() => i18next.getFixedT(language, first) as TFunction<N>, [language, first]);
  return { t, language };
};
