import type { Language } from '@prosa/shared/entities/user.ts';

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
  tr: 'Türkçe',
};
