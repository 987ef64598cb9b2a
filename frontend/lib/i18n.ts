import { LANGUAGES, type Language } from '@prosa/shared/entities/user.ts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from './storage.ts';

export const DEFAULT_LANGUAGE: Language = 'pt';

/** One chunk per language holds all its features. */
const LOADERS: Record<Language, () => Promise<{ texts: Record<string, Record<string, unknown>> }>> = {
  pt: () => import('./locale-pt.ts'),
  en: () => import('./locale-en.ts'),
  es: () => import('./locale-es.ts'),
  tr: () => import('./locale-tr.ts'),
};

const featureOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

const load = async (language: Language): Promise<void> => {
  const { texts } = await LOADERS[language]();
  for (const [path, entries] of Object.entries(texts))
    i18next.addResourceBundle(language, featureOf(path), entries);
};

/** The language to start with: what was chosen here, otherwise Portuguese. */
export const initialLanguage = (): Language => readStored('language') ?? DEFAULT_LANGUAGE;

/** Readies the texts of one language. Every language has the same keys, so no second one is fetched to fall back on. */
export const initI18n = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: [...LANGUAGES],
    defaultNS: 'common',
    resources: {},
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await changeLanguage(language);
};

/** Switches the interface's language and remembers it in this browser. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeStored('language', language);
};
