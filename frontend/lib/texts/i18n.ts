import { LANGUAGES, type Language } from '@prosa/shared/entities/user.ts';
import i18next, { type BackendModule, type FormatterModule } from 'i18next';
import { fetchCode } from '../screen/fetch-code.ts';
import { readStored, writeStored } from '../storage.ts';
import { formatNumber } from './format.ts';

export const DEFAULT_LANGUAGE: Language = 'pt';

/** Loaders of the texts of a first visit, one chunk per language. */
type FirstTexts = { texts: Record<string, Record<string, unknown>>; titles: Record<string, string> };
const LOADERS: Record<Language, () => Promise<FirstTexts>> = {
  pt: () => import('./locale-pt.ts'),
  en: () => import('./locale-en.ts'),
  es: () => import('./locale-es.ts'),
  tr: () => import('./locale-tr.ts'),
};

/** Loads all other texts together with the screens that use them. */
const later: BackendModule = {
  type: 'backend',
  callbackApi: false,
  init: () => undefined,
  read: (language, feature) =>
    fetchCode(async () => (await import('./later-texts.ts')).fetchTexts(language, feature)),
};

const featureOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

const load = async (language: Language): Promise<void> => {
  const { texts, titles } = await LOADERS[language]();
  for (const [path, entries] of Object.entries(texts))
    i18next.addResourceBundle(language, featureOf(path), entries);
  i18next.addResourceBundle(language, 'titles', titles);
};

/** Returns the initial language: the language chosen in this browser, otherwise Portuguese. */
export const initialLanguage = (): Language => readStored('language') ?? DEFAULT_LANGUAGE;

/** Formats numbers in texts by the language, except ticket numbers. */
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

/** Initialises the texts of one language. All languages have the same keys, so no fallback language is loaded. */
export const initI18n = async (language: Language): Promise<void> => {
  await i18next
    .use(later)
    .use(amounts)
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
 * Loads texts of features that a first visit does not need; screens await theirs before they render. Texts that fail
 * to load are missing until they are requested again. Never throws.
 */
export const loadTexts = async (features: string[]): Promise<void> => {
  if (!i18next.isInitialized) return;
  await i18next.loadNamespaces(features);
  const missing = features.filter((feature) => !i18next.hasResourceBundle(i18next.language, feature));
  // Only reloadResources retries files that failed before.
  if (missing.length > 0) await i18next.reloadResources(i18next.language, missing);
};

/** Switches the interface's language and stores it in this browser. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeStored('language', language);
};
