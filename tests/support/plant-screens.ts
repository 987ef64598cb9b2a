import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { copyCheckout } from './copy-checkout.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIELDS = 24;

/** Inserts a text before the only occurrence of another text in a file. */
export const insertBefore = async (file: string, place: string, text: string): Promise<void> => {
  const before = await readFile(file, 'utf8');
  if (before.split(place).length !== 2) throw new Error(`${file} has not one ${place}`);
  await writeFile(
    file,
    before.replace(place, () => text + place),
  );
};

const contractOf = (name: string): string => {
  const fields = Array.from(
    { length: FIELDS },
    (_, at) => `  ${name}Field${at}: z.string().max(${at + 40}),`,
  );
  return `import * as z from 'zod';
import { route } from './route.ts';
export const ${name}Schema = z.object({\n${fields.join('\n')}\n});
export const ${name}Routes = {
  list: route({
    id: '${name}.list', method: 'GET', path: '/${name}', response: z.object({ ${name}: z.array(${name}Schema) }),
    errors: ['ERR_NO_PERMISSION'], permission: 'authenticated', plan: null, tenancy: 'company', expiry: 'required',
    rate: 'standard', summary: 'Planted',
  }),
};
`;
};

const eventOf = (name: string): string => `import * as z from 'zod';
import { ${name}Schema } from '../contracts/${name}.ts';
import { defineEvent } from './define-event.ts';
export const ${name}Events = {
  ${name}: defineEvent({
    name: 'company-{companyId}-${name}', audience: { kind: 'company' },
    schema: z.object({ action: z.literal('update'), ${name}: ${name}Schema }), fit: { bounded: 'planted' }, examples: [],
  }),
};
`;

const reducersOf = (
  name: string,
): string => `import { ${name}Routes } from '@prosa/shared/contracts/${name}.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
export default { ${name}: () => invalidateSoon(${name}Routes.list) };
`;

const screenOf = (
  name: string,
): string => `import { ${name}Routes } from '@prosa/shared/contracts/${name}.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { Page } from '../../../components/page.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
export default () => {
  const { t } = useTranslation('${name}');
  const { data } = useQuery(routeQuery(${name}Routes.list, {}));
  return <Page title={t('title')}>{JSON.stringify(data)}</Page>;
};
`;

const manifestOf = (name: string, Icon: string): string => `import ${Icon} from '@mui/icons-material/${Icon}';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';

export const ${name}: FeatureManifest = {
  feature: '${name}',
  menu: { path: '/${name}', Icon: ${Icon} },
  screens: [{ path: '/${name}' }],
  ability: '${name}:view',
};
`;

const textsOf = (name: string, language: string): object =>
  Object.fromEntries(
    ['title', ...Array.from({ length: FIELDS }, (_, at) => `field${at}`)].map((key) => [
      key,
      `${name} ${key} (${language})`,
    ]),
  );

/** Returns one icon for each screen, spread over the alphabet. */
const pickIcons = async (count: number): Promise<string[]> => {
  const all = (await readdir(join(ROOT, 'node_modules/@mui/icons-material')))
    .filter((file) => /^[A-Z]\w+Outlined\.mjs$/.test(file))
    .map((file) => file.slice(0, -'.mjs'.length));
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] ?? '');
};

const plantScreen = async (root: string, name: string, Icon: string): Promise<void> => {
  const shared = (path: string) => join(root, 'shared', path);
  const frontend = (path: string) => join(root, 'frontend', path);
  await writeFile(shared(`contracts/${name}.ts`), contractOf(name));
  await writeFile(shared(`events/${name}.ts`), eventOf(name));
  const groups = shared('events/event-groups.ts');
  await insertBefore(groups, 'import { ticketEvents }', `import { ${name}Events } from './${name}.ts';\n`);
  await insertBefore(groups, 'tickets: ticketEvents,', `${name}: ${name}Events,`);
  await mkdir(frontend(`features/${name}`), { recursive: true });
  await writeFile(frontend(`features/${name}/live-events.ts`), reducersOf(name));
  await mkdir(frontend(`features/${name}/components`));
  await writeFile(frontend(`features/${name}/components/${name}-screen.tsx`), screenOf(name));
  await writeFile(frontend(`features/${name}/manifest.ts`), manifestOf(name, Icon));
  const features = frontend('app/features.ts');
  await insertBefore(
    features,
    'import type { FeatureManifest }',
    `import { ${name} } from '../features/${name}/manifest.ts';\n`,
  );
  await insertBefore(features, 'contacts, kanban', `${name}, `);
  for (const language of LANGUAGES) {
    await writeFile(frontend(`locales/${language}/${name}.json`), JSON.stringify(textsOf(name, language)));
  }
};

/**
 * Copies the app into a folder and adds screens to it as `frontend/README.md` describes, each with a contract, an
 * event and its reducer, texts, an address and a place in the menu.
 */
export const plantScreens = async (root: string, count: number): Promise<void> => {
  await copyCheckout(root, ['frontend', 'shared']);
  const icons = await pickIcons(count);
  for (const [at, icon] of icons.entries()) await plantScreen(root, `planted${at}`, icon);
};
