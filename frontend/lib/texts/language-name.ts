/**
 * Returns the name of a language in the user's language: `pt_BR` is `Português (Brasil)`. An unknown code is returned
 * unchanged.
 * @param code as providers write it, with an underscore before the region
 */
export const languageName = (code: string, userLanguage: string): string => {
  try {
    const names = new Intl.DisplayNames([userLanguage], { type: 'language' });
    const name = names.of(code.replaceAll('_', '-')) ?? code;
    return name.slice(0, 1).toLocaleUpperCase(userLanguage) + name.slice(1);
  } catch {
    // Thrown for a code that is no language tag.
    return code;
  }
};
