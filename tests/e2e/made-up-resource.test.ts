import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signIn } from '../bench/client.ts';
import { copyCheckout } from '../support/copy-checkout.ts';
import { plant } from '../support/plant.ts';
import { insertBefore } from '../support/plant-screens.ts';
import { type StackProcess, startStackProcess } from '../support/stack-process.ts';
import { enter, launchBrowser } from './support/app.ts';
import { rowAction } from './support/row-action.ts';

const run = promisify(execFile);
const FILES = join(import.meta.dirname, '../fixtures/made-up-resource');
const PASSWORD = plant('uma senha para lojas');
/** Maximum number of files that a plain resource with list, dialog and live updates touches. */
const FILES_MAX = 20;
const storeSchema = z.object({ id: z.int(), name: z.string() });

/** Lines that register a resource outside its own files, each with the text before which it is inserted. */
const LINES: Readonly<Record<string, readonly (readonly [before: string, line: string])[]>> = {
  'shared/events/event-groups.ts': [
    ['import { tagEvents }', "import { storeEvents } from './stores.ts';\n"],
    ['  tags: tagEvents,', '  stores: storeEvents,\n'],
  ],
  'functions/streams/live-entities.ts': [
    ['import { ticketEvents }', "import { storeEvents } from '../domain/events/store-events.ts';\n"],
    ['import { Ticket }', "import { Store } from '../platform/table/entities/stores.ts';\n"],
    ['  live(Tag, tagEvents),', '  live(Store, storeEvents),\n'],
  ],
  'frontend/app/features.ts': [
    ['import { tags }', "import { stores } from '../features/stores/manifest.ts';\n"],
    ['users, queues, connections', 'stores, '],
  ],
};

let folder = '';
let checkout = '';
let stack: StackProcess | undefined;
const system = (): StackProcess => {
  if (stack === undefined) throw new Error('the system is not started yet');
  return stack;
};
/** Runs a program of the copy and returns its output. Throws if the exit code is not 0. */
const runInCopy = async (script: string, ...args: string[]): Promise<string> => {
  const { stdout, stderr } = await run(process.execPath, [join(checkout, 'node_modules', script), ...args], {
    cwd: checkout,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return stdout + stderr;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-made-up-'));
  checkout = join(folder, 'checkout');
  await copyCheckout(checkout, ['shared', 'functions', 'session-host', 'infra', 'frontend', 'tests']);
  for (const file of await readdir(FILES, { recursive: true }))
    if (file.endsWith('.txt'))
      await cp(join(FILES, file), join(checkout, file.slice(0, -'.txt'.length)), { recursive: true });
  for (const [file, lines] of Object.entries(LINES))
    for (const [before, line] of lines) await insertBefore(join(checkout, file), before, line);
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true });
});

describe('a made-up resource', () => {
  it(`touches at most ${FILES_MAX} files: its own, and the three that register all resources`, async () => {
    const own = (await readdir(FILES, { recursive: true })).filter((file) => file.endsWith('.txt'));
    expect(
      own.filter((file) => !/(^|\/)(stores?)\b|\/stores\//.test(file) && !file.includes('present-store')),
    ).toEqual([]);
    expect(own.length + Object.keys(LINES).length).toBeLessThanOrEqual(FILES_MAX);
  });

  it('compiles on the server and in the browser', async () => {
    expect(await runInCopy('typescript/bin/tsc', '-p', 'tsconfig.json')).toBe('');
    expect(await runInCopy('typescript/bin/tsc', '-p', 'frontend/tsconfig.json')).toBe('');
  });

  it('is added, changed and removed on its screen, and each change is published to other clients', async () => {
    await runInCopy('vite/bin/vite.js', 'build', 'frontend', '--logLevel', 'warn');
    stack = await startStackProcess(join(folder, 'data'), { PROSA_ADMIN_PASSWORD: PASSWORD }, checkout);
    const { url } = system();
    const bruno = await signIn(url, 'bruno@demo.local', PASSWORD);
    const frames: string[] = [];
    const socket = await bruno.openSocket((text) => frames.push(text));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
      await page.goto(`${url}/login`);
      await enter(page, 'ana@demo.local', PASSWORD);
      await page.getByRole('navigation').getByRole('link', { name: 'Lojas' }).click();
      await page.getByText('Nenhuma loja ainda').waitFor();
      await page.getByRole('button', { name: 'Nova loja' }).first().click();
      await page.getByLabel('Nome').fill('Centro');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('cell', { name: 'Centro' }).waitFor();

      const { stores } = z
        .object({ stores: z.array(storeSchema) })
        .parse(await bruno.call('GET', '/stores?searchParam=CENTRO'));
      expect(stores).toHaveLength(1);
      await expect.poll(() => frames.join()).toContain('-store');

      await page.getByRole('cell', { name: 'Centro' }).click();
      await page.getByLabel('Nome').fill('Centro histórico');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('cell', { name: 'Centro histórico' }).waitFor();
      await expect.poll(() => frames.join()).toContain('Centro histórico');

      await rowAction(page.getByRole('row').nth(1), 'Excluir');
      await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
      await page.getByText('Nenhuma loja ainda').waitFor();
      await expect.poll(() => frames.join()).toContain('delete');
    } finally {
      socket.close();
      await browser.close();
    }
  });
});
