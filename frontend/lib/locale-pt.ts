/** All features' texts of this language, by file. */
export const texts = import.meta.glob<Record<string, unknown>>('../locales/pt/*.json', {
  import: 'default',
  eager: true,
});
