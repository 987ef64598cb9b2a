import featureTitles from 'virtual:feature-titles/pt';

/** The texts of a first visit in this language, by file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../locales/pt/{auth,common,notifications,profile,shell,tickets}.json',
  { import: 'default', eager: true },
);

/** Titles of all features in this language, by feature name. */
export const titles = featureTitles;
