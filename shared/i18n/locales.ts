import type { Language } from '../entities/user.ts';

/** How each language writes numbers (BCP 47): comma decimals in Portuguese and Turkish, points in English and Spanish. */
export const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en', es: 'es-419', tr: 'tr' };
