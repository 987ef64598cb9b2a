import { LANGUAGES, type Language } from '@prosa/shared/entities/user.ts';
import i18next, { type BackendModule, type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../storage.ts';
import { formatNumber } from './format.ts';

export const DEFAULT_LANGUAGE: Language = 'pt';

/** One chunk per language holds what a first visit says. */
const LOADERS: Record<Language, () => Promise<{ texts: Record<string, Record<string, unknown>> }>> = {
  pt: () => import('./locale-pt.ts'),
  en: () => import('./locale-en.ts'),
  es: () => import('./locale-es.ts'),
  tr: () => import('./locale-tr.ts'),
};

/** Everything else comes with what says it. */
const later: BackendModule = {
  type: 'backend',
  callbackApi: false,
  init: () => undefined,
  read: async (language, feature) => (await import('./later-texts.ts')).fetchTexts(language, feature),
};

const featureOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

const load = async (language: Language): Promise<void> => {
  const { texts } = await LOADERS[language]();
  for (const [path, entries] of Object.entries(texts))
    i18next.addResourceBundle(language, featureOf(path), entries);
};

/** The language to start with: what was chosen here, otherwise Portuguese. */
export const initialLanguage = (): Language => readStored('language') ?? DEFAULT_LANGUAGE;

/** Numbers in texts are amounts, written as the language does, but for those that name a ticket. */
export const amounts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, _language, options) =>
    typeof value === 'number' && options?.interpolationkey !== 'id'
      ? formatNumber(value)
      : String(value ?? ''),
};

/** Readies the texts of one language. Every language has the same keys, so no second one is fetched to fall back on. */
export const initI18n = async (language: Language): Promise<void> => {
  await i18next
    .use(later)
    .use(amounts)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: [...LANGUAGES],
      ns: [],
      defaultNS: 'common',
      resources: {},
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
  await changeLanguage(language);
};

/**
 * Fetches the texts of features that a first visit does without; screens ask for theirs before they are drawn. What
 * cannot be fetched stays unsaid until it is asked for again. Never fails.
 */
export const loadTexts = async (features: string[]): Promise<void> => {
  if (!i18next.isInitialized) return;
  await i18next.loadNamespaces(features);
  const missing = features.filter((feature) => !i18next.hasResourceBundle(i18next.language, feature));
  // Only a reload retries files that failed before.
  if (missing.length > 0) await i18next.reloadResources(i18next.language, missing);
};

/** Switches the interface's language and remembers it in this browser. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeStored('language', language);
};
