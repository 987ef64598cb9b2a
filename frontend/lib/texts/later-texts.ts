const FILES = import.meta.glob<Record<string, unknown>>(
  ['../../locales/*/*.json', '!../../locales/*/{auth,common,notifications,profile,shell,tickets}.json'],
  { import: 'default' },
);

/** Loads a feature's texts in a language. */
export const fetchTexts = async (language: string, feature: string): Promise<Record<string, unknown>> => {
  const fetchFile = FILES[`../../locales/${language}/${feature}.json`];
  if (fetchFile === undefined) throw new Error(`there are no texts ${language}/${feature}`);
  return fetchFile();
};
