import type { Language } from '../entities/user.ts';

/**
 * The locale for numbers of each language (BCP 47): decimal commas in Portuguese and Turkish, decimal points in
 * English and Spanish.
 */
export const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en', es: 'es-419', tr: 'tr' };
