import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { copyCheckout } from '../support/copy-checkout.ts';
import { plant } from '../support/plant.ts';
import { insertBefore } from '../support/plant-screens.ts';
import { type StackProcess, startStackProcess } from '../support/stack-process.ts';
import { enter, launchBrowser } from './support/app.ts';
import { rowAction } from './support/row-action.ts';

const run = promisify(execFile);
const FIXTURES = join(import.meta.dirname, '../fixtures');
const PASSWORD = plant('uma senha para lojas');
/** Maximum number of files that a plain resource with list, dialog and live updates touches. */
const FILES_MAX = 20;
const WAIT = { timeout: 30_000, interval: 200 } as const;
const outputSchema = z.object({ stdout: z.string(), stderr: z.string() });
const storeSchema = z.object({ id: z.int(), name: z.string() });
const ticketsSchema = z.object({ tickets: z.array(z.object({ id: z.int(), lastMessage: z.string() })) });
const messagesSchema = z.object({
  messages: z.array(z.object({ body: z.string(), fromMe: z.boolean(), sendState: z.string() })),
});
const letterSchema = z.object({
  accountId: z.string(),
  accessToken: z.string(),
  to: z.string(),
  text: z.string(),
});

/** Lines to insert into files, each with the text before which it is inserted. */
type Lines = Readonly<Record<string, readonly (readonly [before: string, line: string])[]>>;

/** Lines that register a resource outside its own files. */
const LINES_OF_RESOURCE: Lines = {
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
    ['users, queues, fileLists', 'stores, '],
  ],
};

/** Lines that register a channel outside its own files: a row in each table of channels. */
const LINES_OF_CHANNEL: Lines = {
  'shared/rules/channel-connections.ts': [
    [
      '  facebook: {',
      "  letter: { name: 'Cartas', reachedBy: 'address', begins: 'credentials', linkedBy: 'stamp', feature: 'useFacebook' },\n",
    ],
  ],
  'functions/channels/channels.ts': [
    ['import { whatsapp }', "import { letter } from './letter/letter.ts';\n"],
    ['  facebook,\n', '  letter,\n'],
  ],
  'functions/channels/drivers.ts': [
    ['import { cloudDriver }', "import { letterDriver } from './letter/letter-driver.ts';\n"],
    ['  facebook: facebookDriver,', '  letter: letterDriver,\n'],
  ],
  'functions/channels/linkings.ts': [
    ['import { phoneLinking }', "import { letterLinking } from './letter/letter-linking.ts';\n"],
    ['  facebook: pageLinking,', '  letter: letterLinking,\n'],
  ],
  'frontend/features/connections/components/link-ways.tsx': [
    ['import { PageLinkDialog }', "import { LetterLinkDialog } from './letter-link-dialog.tsx';\n"],
    ['  token: {', '  stamp: { Dialog: LetterLinkDialog, Relink: null, needsLogin: false },\n'],
  ],
};

/** Returns the files of a fixture as they are called in the checkout. */
const filesOf = async (fixture: string): Promise<string[]> =>
  (await readdir(join(FIXTURES, fixture), { recursive: true })).flatMap((file) =>
    file.endsWith('.txt') ? [file.slice(0, -'.txt'.length)] : [],
  );
const plantPart = async (fixture: string, lines: Lines): Promise<void> => {
  for (const file of await filesOf(fixture))
    await cp(join(FIXTURES, fixture, `${file}.txt`), join(checkout, file), { recursive: true });
  for (const [file, inserted] of Object.entries(lines))
    for (const [before, line] of inserted) await insertBefore(join(checkout, file), before, line);
};

let folder = '';
let checkout = '';
let stack: StackProcess | undefined;
const system = (): StackProcess => {
  if (stack === undefined) throw new Error('the system is not started yet');
  return stack;
};
/** Runs a program of the copy and returns its output; that of a program that fails, too. */
const runInCopy = async (script: string, ...args: string[]): Promise<string> => {
  const command = [join(checkout, 'node_modules', script), ...args];
  const options = { cwd: checkout, env: { ...process.env, NO_COLOR: '1' } };
  const { stdout, stderr } = await run(process.execPath, command, options).catch((error: unknown) =>
    outputSchema.parse(error),
  );
  return stdout + stderr;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-made-up-'));
  checkout = join(folder, 'checkout');
  await copyCheckout(checkout, ['shared', 'functions', 'session-host', 'infra', 'frontend', 'tests']);
  await plantPart('made-up-resource', LINES_OF_RESOURCE);
  await plantPart('made-up-channel', LINES_OF_CHANNEL);
  await runInCopy('vite/bin/vite.js', 'build', 'frontend', '--logLevel', 'warn');
  stack = await startStackProcess(
    join(folder, 'data'),
    { PROSA_ADMIN_PASSWORD: PASSWORD, LETTERS_FILE: join(folder, 'letters') },
    checkout,
  );
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true });
});

it('a made-up resource and a made-up channel compile on the server and in the browser', async () => {
  // In one thread, because each further one checks the shared types again, which takes twice the CPU.
  const check = (config: string) => runInCopy('typescript/bin/tsc', '-p', config, '--singleThreaded');
  expect(await check('tsconfig.json')).toBe('');
  expect(await check('frontend/tsconfig.json')).toBe('');
});

describe('a made-up resource', () => {
  it(`touches at most ${FILES_MAX} files: its own, and the three that register all resources`, async () => {
    const own = await filesOf('made-up-resource');
    expect(
      own.filter((file) => !/(^|\/)(stores?)\b|\/stores\//.test(file) && !file.includes('present-store')),
    ).toEqual([]);
    expect(own.length + Object.keys(LINES_OF_RESOURCE).length).toBeLessThanOrEqual(FILES_MAX);
  });

  it('is added, changed and removed on its screen, and each change is published to other clients', async () => {
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

describe('a made-up channel', () => {
  let ana: Client;
  beforeAll(async () => {
    ana = await signIn(system().url, 'ana@demo.local', PASSWORD);
  });
  const writeLetter = async (id: string, text: string): Promise<void> => {
    const letter = { accountId: 'centro', address: 'Rua das Flores, 7', name: 'Dona Rosa', id, text };
    const response = await fetch(`${system().url}/api/webhooks/letters`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(letter),
    });
    expect(response.status).toBe(200);
  };
  /** Returns the id of the ticket whose last message is this text. */
  const ticketWith = (status: 'pending' | 'open', text: string): Promise<number> =>
    vi.waitFor(async () => {
      const answer = await ana.call('GET', `/tickets?status=${status}&showAll=true`);
      const found = ticketsSchema.parse(answer).tickets.find(({ lastMessage }) => lastMessage === text);
      if (found === undefined) throw new Error('no ticket yet');
      return found.id;
    }, WAIT);
  const lettersSent = async () =>
    (await readFile(join(folder, 'letters'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => letterSchema.parse(JSON.parse(line)));

  it('adds its own files, and a row to each table of channels', async () => {
    const own = await filesOf('made-up-channel');
    expect(own.filter((file) => !file.includes('letter'))).toEqual([]);
    expect(Object.keys(LINES_OF_CHANNEL).filter((file) => !/channel|link-ways/.test(file))).toEqual([]);
  });

  it('carries a conversation: a letter becomes a ticket, and the answer a letter to its writer', async () => {
    await ana.call('POST', '/letters', { accountId: 'centro', accessToken: 'selo' });
    await writeLetter('l1', 'Vocês têm girassóis?');
    const id = await ticketWith('pending', 'Vocês têm girassóis?');
    await ana.call('PUT', `/tickets/${id}`, { status: 'open', queueId: 1 });
    await ana.call('POST', `/messages/${id}`, { body: 'Temos!' });
    await vi.waitFor(async () => {
      expect((await lettersSent()).at(-1)).toEqual({
        accountId: 'centro',
        accessToken: 'selo',
        to: 'Rua das Flores, 7',
        text: 'Temos!',
      });
      const { messages } = messagesSchema.parse(await ana.call('GET', `/messages/${id}`));
      expect(messages.at(-1)).toEqual({ body: 'Temos!', fromMe: true, sendState: 'sent' });
    }, WAIT);
  });

  it('gets a long text in letters that it can carry', async () => {
    await writeLetter('l2', 'E rosas?');
    const id = await ticketWith('open', 'E rosas?');
    const before = (await lettersSent()).length;
    await ana.call('POST', `/messages/${id}`, { body: 'rosa '.repeat(60).trim() });
    await vi.waitFor(async () => {
      const sent = (await lettersSent()).slice(before);
      expect(sent.map(({ text }) => text.length <= 200)).toEqual([true, true]);
      expect(sent.map(({ text }) => text).join(' ')).toBe('rosa '.repeat(60).trim());
    }, WAIT);
  });
});
