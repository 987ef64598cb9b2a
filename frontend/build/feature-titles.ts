import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FRONTEND = join(import.meta.dirname, '..');
const MODULE = /^virtual:feature-titles\/(\w+)$/;

const titleOf = (texts: object): string | undefined =>
  'title' in texts && typeof texts.title === 'string' ? texts.title : undefined;

/**
 * Vite plugin. The module `virtual:feature-titles/<language>` exports the `title` text of every feature with a
 * manifest. A separate module because the menu needs the titles on the first visit. A screen loads the other texts of
 * its file.
 */
export const featureTitles = () => ({
  name: 'feature-titles',
  resolveId: (id: string): string | undefined => (MODULE.test(id) ? `\0${id}` : undefined),
  load: (id: string): string | undefined => {
    const language = MODULE.exec(id.slice(1))?.[1];
    if (language === undefined || !id.startsWith('\0')) return undefined;
    const titles = globSync('features/*/manifest.ts', { cwd: FRONTEND }).map((manifest) => {
      const feature = basename(dirname(manifest));
      const file = join(FRONTEND, 'locales', language, `${feature}.json`);
      return [feature, titleOf(JSON.parse(readFileSync(file, 'utf8')))];
    });
    return `export default ${JSON.stringify(Object.fromEntries(titles))};`;
  },
});
