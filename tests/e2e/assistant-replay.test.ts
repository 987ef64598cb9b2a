import { once } from 'node:events';
import { createServer } from 'node:http';
import { openFakeIntegrations } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signIn } from '../bench/client.ts';
import { INSTRUCTIONS } from '../factories/assistants.ts';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** The provider of a model on this machine. */
const { model, serve } = openFakeIntegrations();
const server = createServer((request, response) => void serve(request, response));
let baseUrl = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the provider has no port');
  baseUrl = `http://127.0.0.1:${address.port}/v1`;
  const client = await signIn(app().stack.url, 'ana@demo.local', app().stack.adminPassword);
  const { queue } = z
    .object({ queue: z.int() })
    .parse({ queue: z.array(z.object({ id: z.int() })).parse(await client.call('GET', '/queue'))[0]?.id });
  await client.call('POST', '/prompt', {
    name: 'Padeira',
    prompt: INSTRUCTIONS,
    apiKey: model.apiKey,
    baseUrl,
    queueId: queue,
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('the comparison of an assistant with past conversations', () => {
  it('shows its answer beside that of the team, stops and goes on, and leads to the conversation', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/prompts`);
    await rowAction(page.getByRole('row').filter({ hasText: 'Padeira' }), 'Comparar com conversas');
    await page.getByRole('heading', { name: 'Padeira: comparar com conversas', level: 1 }).waitFor();
    const items = page.getByRole('list', { name: 'Conversas passadas' }).getByRole('listitem');
    await items.first().getByText('Ainda não perguntado').waitFor();
    const count = await items.count();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await page.getByRole('button', { name: 'Comparar', exact: true }).click();
    await page.getByText(`${count} de ${count} conversas`).waitFor();
    await expect.poll(() => page.getByText('Ainda não perguntado').count()).toBe(0);
    await expect
      .poll(() => items.first().getByRole('group', { name: 'Assistente' }).textContent())
      .toMatch(/^Assistente.{2,}/);
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'assistant-replay');
    await changeTheme(page, 'dark');
    await keepScreenshot(page, 'assistant-replay-dark');
    await items.first().getByRole('button', { name: 'Abrir a conversa' }).click();
    await page.waitForURL(/\/tickets\//);
  });

  it('fits on a phone', async () => {
    const { page } = await app().signIn('ana@demo.local', { ...PHONE, path: '/prompts' });
    await rowAction(page.getByRole('row').filter({ hasText: 'Padeira' }), 'Comparar com conversas');
    await page.getByRole('button', { name: 'Comparar', exact: true }).waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await keepScreenshot(page, 'assistant-replay-phone');
  });

  it('says what to do while there are no conversations', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const client = await signIn(app().stack.url, company.admin.email, TEST_PASSWORD);
    const made = await client.call('POST', '/prompt', {
      name: 'Padeira',
      prompt: INSTRUCTIONS,
      apiKey: model.apiKey,
      baseUrl,
      queueId,
    });
    const { id } = z.object({ id: z.int() }).parse(made);
    const visitor = await app().signIn(company.admin.email, {
      password: TEST_PASSWORD,
      path: `/prompts/${id}/replay`,
    });
    await visitor.page.getByText('Ainda não há conversas para comparar').waitFor();
  });
});
