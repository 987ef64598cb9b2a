import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../bundle.ts';
import { costTables } from './cost-tables.ts';
import { countResources } from './count-resources.ts';

/** Prints what an installation costs; `--write` puts the tables into the README. */
const README = join(REPOSITORY_ROOT, 'infra/aws/README.md');
const [BEGIN, END] = [
  '<!-- costs: node infra/aws/costs/readme.ts --write -->\n\n',
  '\n\n<!-- end of costs -->',
];

/**
 * Returns the README with the cost tables of these templates between the markers.
 * @throws Error when the markers are missing
 */
export const readmeWithCosts = (text: string, tables: string): string => {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('the README does not mark where costs belong');
  return `${before}${BEGIN}${tables}${END}${after}`;
};

if (import.meta.main) {
  // Imported here, because the CDK takes seconds to load.
  const { assembleWithStandIns } = await import('../stand-ins.ts');
  const templates = assembleWithStandIns().stacks.map(({ template }) => template);
  const tables = costTables(countResources(templates));
  if (process.argv.includes('--write'))
    writeFileSync(README, readmeWithCosts(readFileSync(README, 'utf8'), tables));
  else console.log(tables);
}
