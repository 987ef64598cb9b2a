/** This language's texts of a first visit, by file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../locales/pt/{auth,common,notifications,profile,shell,tickets}.json',
  { import: 'default', eager: true },
);
