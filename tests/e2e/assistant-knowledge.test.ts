import { once } from 'node:events';
import { createServer } from 'node:http';
import { openFakeIntegrations } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { INSTRUCTIONS } from '../factories/assistants.ts';
import { waitConnected } from '../support/customer.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { bubbleOf, choose, openTab, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const HOURS = 'Abrimos de segunda a sábado, das 9h às 18h.';
const QUESTION = 'qual o horário no feriado?';
const RIGHT = 'No feriado abrimos das 10h às 14h.';

/** The provider of a model on this machine. It repeats the first entry of its knowledge. */
const { model, serve } = openFakeIntegrations();
const server = createServer((request, response) => void serve(request, response));
let client: Client;
let queueId = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the provider has no port');
  client = await signIn(app().stack.url, 'ana@demo.local', app().stack.adminPassword);
  const queues = z
    .array(z.object({ id: z.int(), name: z.string() }))
    .parse(await client.call('GET', '/queue'));
  queueId = queues.find(({ name }) => name === 'Vendas')?.id ?? 0;
  await client.call('POST', '/prompt', {
    name: 'Padeira',
    prompt: INSTRUCTIONS,
    apiKey: model.apiKey,
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    queueId,
  });
  await client.call('POST', '/quick-messages', { shortcode: 'horarios', message: HOURS, visao: true });
  model.answers = ({ messages: [system] }) => {
    const [, text] = /^1\. .*"(?:answer|text)":"([^"]*)"/m.exec(system?.content ?? '') ?? [];
    return { text: text ?? 'Bom dia! Como posso ajudar?' };
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe('an answer of an assistant', () => {
  it('shows its sources live, is corrected by one button, and the next answer is right', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/connections`);
    const connection = page.getByRole('row').filter({ hasText: 'WhatsApp principal' });
    await rowAction(connection, 'Editar');
    const dialog = dialogOf(page, 'Editar WhatsApp principal');
    await dialog.getByRole('tab', { name: 'Integrações' }).click();
    await choose(dialog, 'Assistente de IA', 'Padeira');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await waitConnected(app().stack.url);
    const flor = app().customer('5511944447799', 'Dona Flor');
    await flor.write('bom dia');
    await flor.gets(({ text }) => text === 'Bom dia! Como posso ajudar?', 'the greeting of the assistant');
    await page.goto(`${app().stack.url}/tickets`);
    await openTab(page, 'Aguardando');
    await openTicket(page, 'Dona Flor');
    await bubbleOf(page, 'Bom dia! Como posso ajudar?').getByText('Só pelas instruções').waitFor();
    await flor.write(QUESTION);
    const first = bubbleOf(page, HOURS);
    await first.getByText('Com base em: /horarios').waitFor();
    await expect
      .poll(() => first.getByRole('link', { name: '/horarios' }).getAttribute('href'))
      .toBe('/quick-messages');
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'answer-sources');
    // The event gave the conversation what a refetch gives it.
    await page.reload();
    await first.getByText('Com base em: /horarios').waitFor();

    await first.getByRole('button', { name: 'Corrigir' }).click();
    const correction = dialogOf(page, 'Nova correção');
    await expect
      .poll(() => correction.getByRole('textbox', { name: 'Pergunta do contato' }).inputValue())
      .toBe(QUESTION);
    await expect
      .poll(() => correction.getByRole('group', { name: 'Resposta dada' }).textContent())
      .toContain(HOURS);
    const answer = correction.getByRole('textbox', { name: 'Resposta certa' });
    await expect.poll(() => answer.inputValue()).toBe(HOURS);
    await answer.fill('');
    await correction.getByRole('button', { name: 'Salvar correção' }).click();
    await correction.getByText('Obrigatório', { exact: true }).waitFor();
    await answer.fill(RIGHT);
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'answer-correction');
    await correction.getByRole('button', { name: 'Salvar correção' }).click();
    await page.getByText('Correção salva').waitFor();
    await page.getByRole('button', { name: 'Usar na resposta' }).click();

    await flor.write('e no feriado, qual horário?');
    await flor.gets(({ text }) => text === RIGHT, 'the corrected answer');
    const second = bubbleOf(page, RIGHT);
    await second.getByText(`correção “${QUESTION}”`).waitFor();
    await keepScreenshot(page, 'answer-from-correction');
    await second.getByRole('button', { name: 'Corrigir' }).click();
    const edit = dialogOf(page, 'Editar correção');
    await expect
      .poll(() => edit.getByRole('textbox', { name: 'Pergunta do contato' }).inputValue())
      .toBe(QUESTION);
    await edit.getByRole('button', { name: 'Cancelar' }).click();

    // The right answer waits in the composer for the attendant who takes the ticket.
    const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const ticket = z.object({ id: z.int() }).parse(await client.call('GET', `/tickets/u/${uuid}`));
    const { users } = z
      .object({ users: z.array(z.object({ id: z.int(), email: z.string() })) })
      .parse(await client.call('GET', '/users'));
    const giveTo = (email: string) => {
      const userId = users.find((user) => user.email === email)?.id;
      const body = { status: 'open', queueId, userId, isTransfered: true };
      return client.call('PUT', `/tickets/${ticket.id}`, body);
    };
    await giveTo('ana@demo.local');
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe(RIGHT);
    await changeTheme(page, 'dark');
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'answer-sources-dark');
    await changeTheme(page, 'light');

    const phone = await app().signIn('ana@demo.local', { ...PHONE, path: `/tickets/${uuid}` });
    await bubbleOf(phone.page, RIGHT).getByRole('button', { name: 'Corrigir' }).waitFor();
    expect(await flawsOf(phone.page)).toEqual([]);
    expect(await smallTargets(phone.page)).toEqual([]);
    await keepScreenshot(phone.page, 'answer-sources-phone');
    await bubbleOf(phone.page, RIGHT).getByRole('button', { name: 'Corrigir' }).click();
    await dialogOf(phone.page, 'Editar correção').waitFor();
    expect(await smallTargets(phone.page)).toEqual([]);
    await keepScreenshot(phone.page, 'answer-correction-phone');
    await phone.context.close();

    await giveTo('bruno@demo.local');
    const bruno = await app().signIn('bruno@demo.local', { path: `/tickets/${uuid}` });
    await bubbleOf(bruno.page, RIGHT).getByText('Com base em:').waitFor();
    await bubbleOf(bruno.page, HOURS).getByText('Com base em: /horarios').waitFor();
    await expect.poll(() => bruno.page.getByRole('button', { name: 'Corrigir' }).count()).toBe(0);
    await expect
      .poll(() => bruno.page.getByRole('log').getByRole('link', { name: '/horarios' }).count())
      .toBe(0);
  });
});

describe('the corrections of an assistant', () => {
  it('are listed, added, changed and removed, and another browser sees it live', async () => {
    const { page } = ana();
    const open = async (on: Page) => {
      await on.goto(`${app().stack.url}/prompts`);
      await rowAction(on.getByRole('row').filter({ hasText: 'Padeira' }), 'Correções');
      const dialog = dialogOf(on, 'Correções: Padeira');
      await dialog.waitFor();
      return dialog;
    };
    const dialog = await open(page);
    const other = await app().signIn('ana@demo.local', PHONE);
    const onPhone = await open(other.page);
    await onPhone.getByText(RIGHT).waitFor();
    await dialog.getByRole('button', { name: 'Nova correção' }).click();
    const form = dialogOf(page, 'Nova correção');
    const shown = 'Vocês fazem <b>bolo</b> de aniversário?';
    await form.getByRole('textbox', { name: 'Pergunta do contato' }).fill(shown);
    await form.getByRole('textbox', { name: 'Resposta certa' }).fill('Sim, com dois dias de antecedência.');
    await form.getByRole('button', { name: 'Salvar correção' }).click();
    await form.waitFor({ state: 'hidden' });
    const items = dialog.getByRole('list', { name: 'Perguntas corrigidas' }).getByRole('listitem');
    await items.first().getByText(shown).waitFor();
    await expect.poll(() => items.count()).toBe(2);
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'assistant-corrections');
    await onPhone.getByText(shown).waitFor();
    await changeTheme(other.page, 'dark');
    expect(await flawsOf(other.page)).toEqual([]);
    expect(await smallTargets(other.page)).toEqual([]);
    await keepScreenshot(other.page, 'assistant-corrections-phone-dark');

    await dialog.getByRole('button', { name: `Editar: ${shown}` }).click();
    const edit = dialogOf(page, 'Editar correção');
    await edit.getByRole('textbox', { name: 'Resposta certa' }).fill('Sim, com três dias de antecedência.');
    await edit.getByRole('button', { name: 'Salvar correção' }).click();
    await onPhone.getByText('Sim, com três dias de antecedência.').waitFor();
    for (const question of [shown, QUESTION]) {
      await dialog.getByRole('button', { name: `Excluir: ${question}` }).click();
      await page.getByRole('button', { name: 'Excluir correção' }).click();
      await dialog.getByText(question, { exact: true }).waitFor({ state: 'detached' });
    }
    await dialog.getByText('Nenhuma correção ainda').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'assistant-corrections-empty');
    await onPhone.getByText('Nenhuma correção ainda').waitFor();
    await other.context.close();
    await dialog.getByRole('button', { name: 'Fechar' }).click();

    await page.getByRole('row').filter({ hasText: 'Padeira' }).click();
    const assistant = dialogOf(page, 'Editar Padeira');
    await assistant.getByRole('tab', { name: 'Conhecimento', exact: true }).click();
    await assistant.getByRole('switch', { name: 'Respostas rápidas' }).setChecked(false);
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'assistant-knowledge');
    await assistant.getByRole('button', { name: 'Testar' }).click();
    const question = assistant.getByRole('textbox', { name: 'Pergunta de um contato', exact: true });
    await question.fill(QUESTION);
    await question.press('Enter');
    await assistant.getByText('Só pelas instruções').waitFor();
    await assistant.getByRole('switch', { name: 'Respostas rápidas' }).setChecked(true);
    await question.fill(QUESTION);
    await question.press('Enter');
    await assistant.getByText('Com base em: /horarios').waitFor();
    await keepScreenshot(page, 'assistant-tested-sources');
  });
});
