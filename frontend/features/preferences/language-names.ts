import type { Language } from '@prosa/shared/entities/user.ts';

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
  tr: 'Türkçe',
};
