import { once } from 'node:events';
import { createServer } from 'node:http';
import { usageMonth } from '@prosa/functions/domain/assistants/usage-month.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { addToAssistantItem } from '@prosa/functions/platform/table/updates.ts';
import { assistantItems } from '@prosa/functions/repositories/assistants/assistants.ts';
import { loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { withError } from '@prosa/infra/local/fake-integrations/chat-model.ts';
import { openFakeIntegrations } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import { assistantSchema } from '@prosa/shared/entities/assistant.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { waitConnected } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { plant } from '../support/plant.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { drawFlow } from './support/draw-flow.ts';
import { choose, openTab, rowOf as ticketOf } from './support/inbox.ts';
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
const KEY = plant(model.apiKey);
const server = createServer((request, response) => void serve(request, response));
let baseUrl = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the provider has no port');
  baseUrl = `http://127.0.0.1:${address.port}/v1`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => model.reset());

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const openAssistants = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/prompts`);
  await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
};
const textField = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true });
const keyField = (dialog: Locator, name: string) => dialog.getByLabel(name);
const numberField = (dialog: Locator, name: string) => dialog.getByRole('spinbutton', { name, exact: true });
const openPart = (dialog: Locator, name: string) => dialog.getByRole('tab', { name, exact: true }).click();
const askAs = async (dialog: Locator, question: string): Promise<void> => {
  await textField(dialog, 'Pergunta de um contato').fill(question);
  await textField(dialog, 'Pergunta de um contato').press('Enter');
};
const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];

describe('assistants', () => {
  it('lead from an empty page to one that is tested before it is saved, and another browser sees it live', async () => {
    const { page } = ana();
    await page.getByRole('link', { name: 'Prompts' }).click();
    await page.getByText('Nenhum assistente ainda').waitFor();
    await keepScreenshot(page, 'assistants-empty');
    const other = await app().signIn('ana@demo.local', PHONE);
    await openAssistants(other.page);
    await other.page.getByText('Nenhum assistente ainda').waitFor();
    expect(await smallTargets(other.page)).toEqual([]);
    await changeTheme(other.page, 'dark');

    await page.getByRole('main').getByRole('button', { name: 'Novo assistente' }).first().click();
    const dialog = dialogOf(page, 'Novo assistente');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Informe o setor').waitFor();
    await textField(dialog, 'Nome').fill('Robô');
    await dialog.getByText('Muito curto: ao menos 5 caracteres').waitFor();
    await textField(dialog, 'Nome').fill('Recepção da loja');
    await choose(dialog, /^Fila/, 'Vendas');
    await dialog.getByText('Informe o setor').waitFor({ state: 'detached' });
    await dialog.getByRole('combobox', { name: 'Outras filas que ele pode escolher' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Suporte', 'Financeiro']);
    await page.getByRole('option', { name: 'Financeiro' }).click();
    await page.keyboard.press('Escape');
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'assistant-general');

    await openPart(dialog, 'Instruções');
    await textField(dialog, 'Instruções').fill('Seja gentil.');
    await dialog.getByText('Muito curto: ao menos 50 caracteres').waitFor();
    await textField(dialog, 'Instruções').fill('');
    await dialog.getByRole('button', { name: 'Inserir exemplo' }).click();
    await dialog.getByText(/^\d{3} de 20\.000$/).waitFor();
    await expect
      .poll(() => textField(dialog, 'Instruções').inputValue())
      .toContain('Passe a conversa para uma pessoa');
    await textField(dialog, 'Apresentação').fill('Sou uma assistente de IA.');
    await keepScreenshot(page, 'assistant-instructions');

    await dialog.getByRole('button', { name: 'Testar' }).click();
    await askAs(dialog, 'Vocês entregam no sábado?');
    await dialog.getByText('Complete os campos marcados para testar.').waitFor();
    // The invalid field is in another part, which opens.
    await dialog.getByRole('tab', { name: 'Modelo', selected: true }).waitFor();
    await expect.poll(() => dialog.getByText('Obrigatório', { exact: true }).count()).toBe(1);
    expect([
      await textField(dialog, 'Modelo').inputValue(),
      await numberField(dialog, 'Máximo de tokens por resposta').inputValue(),
      await numberField(dialog, 'Temperatura').inputValue(),
      await numberField(dialog, 'Mensagens lidas').inputValue(),
    ]).toEqual(['gpt-4o-mini', '100', '1', '10']);
    await textField(dialog, 'Endereço').fill('api.example.com');
    await dialog.getByText('Informe um endereço completo e público').waitFor();
    await textField(dialog, 'Endereço').fill(baseUrl);
    await keyField(dialog, 'Chave de API').fill('sk-wrong-0123456789');
    expect(model.asked).toEqual([]);
    await askAs(dialog, 'Vocês entregam no sábado?');
    await dialog.getByText('Sem resposta: a chave de API foi recusada.').waitFor();
    await keyField(dialog, 'Chave de API').fill(KEY);
    model.answers = () => ({ text: 'Sim, até as 18h.', tokens: 57 });
    await askAs(dialog, 'Vocês entregam no sábado?');
    const panel = dialog.getByRole('region', { name: 'Testar o assistente' });
    await panel.getByText('Sim, até as 18h.').waitFor();
    await panel.getByText('Tokens usados: 57').waitFor();
    expect(model.asked.at(-1)?.messages.at(-1)).toEqual({
      role: 'user',
      content: 'Vocês entregam no sábado?',
    });
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'assistant-tested');
    model.answers = () => ({
      text: 'Vou chamar uma pessoa.',
      tool: { name: 'transfer_to_person', arguments: '{"queue":"Financeiro"}' },
    });
    await askAs(dialog, 'Quero meu dinheiro de volta');
    await panel.getByText('Passaria a conversa para a fila Financeiro').waitFor();
    await panel.getByText('Vou chamar uma pessoa.').waitFor();
    await keepScreenshot(page, 'assistant-tested-hand-over');
    model.faults.chat.push(withError(429, { code: 'insufficient_quota' }));
    await askAs(dialog, 'Oi');
    await panel.getByText('Sem resposta: a conta no serviço está sem crédito.').waitFor();
    await numberField(dialog, 'Limite de tokens por mês').fill('50000');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Assistente salvo').waitFor();

    const row = rowOf(page, 'Recepção da loja');
    await row.getByText('Vendas').waitFor();
    await row.getByText('0 de 50.000 tokens').waitFor();
    await row.getByRole('cell', { name: '100', exact: true }).waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'assistants');
    await rowOf(other.page, 'Recepção da loja').waitFor();
    expect(await flawsOf(other.page)).toEqual([]);
    await keepScreenshot(other.page, 'assistants-phone-dark');
    await rowOf(other.page, 'Recepção da loja').click();
    const onPhone = dialogOf(other.page, 'Editar Recepção da loja');
    await choose(onPhone, 'Partes do assistente', 'Modelo');
    await onPhone.getByRole('button', { name: 'Testar' }).click();
    expect(await flawsOf(other.page)).toEqual([]);
    expect(await smallTargets(other.page)).toEqual([]);
    await keepScreenshot(other.page, 'assistant-phone-dark');
  });

  it('S-56: never show a key again, and ask for it when the address changes', async () => {
    const { page } = ana();
    await openAssistants(page);
    await rowOf(page, 'Recepção da loja').click();
    const dialog = dialogOf(page, 'Editar Recepção da loja');
    await openPart(dialog, 'Modelo');
    await dialog.getByText(`Em uso: ••••${KEY.slice(-4)}. Preencha só para trocar.`).waitFor();
    await expect.poll(() => keyField(dialog, 'Chave de API').inputValue()).toBe('');
    expect(await page.content()).not.toContain(KEY);
    await textField(dialog, 'Endereço').fill('https://outro.example.com/v1');
    await dialog.getByText('O endereço mudou: informe a chave de novo.').waitFor();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório', { exact: true }).waitFor();
    await textField(dialog, 'Endereço').fill(baseUrl);
    await numberField(dialog, 'Temperatura').fill('');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório', { exact: true }).waitFor();
    await numberField(dialog, 'Temperatura').fill('0.2');
    // The stored key answers a test of the changed form.
    await dialog.getByRole('button', { name: 'Testar' }).click();
    await askAs(dialog, 'Oi');
    await dialog.getByText('Olá! Como posso ajudar?').waitFor();
    expect(model.asked.at(-1)).toMatchObject({ temperature: 0.2 });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await rowOf(page, 'Recepção da loja').getByText('40 de 50.000 tokens').waitFor();
  });

  if (isWhole)
    it('offer the voices by their first names, with key and region only for a voice', async () => {
      const { page } = ana();
      await openAssistants(page);
      await rowOf(page, 'Recepção da loja').click();
      const dialog = dialogOf(page, 'Editar Recepção da loja');
      await openPart(dialog, 'Voz');
      await expect.poll(() => textField(dialog, 'Modelo de transcrição').inputValue()).toBe('whisper-1');
      await expect.poll(() => keyField(dialog, 'Chave do Azure').count()).toBe(0);
      await dialog.getByRole('combobox', { name: 'Voz' }).click();
      const voices = await page.getByRole('option').allTextContents();
      expect([voices.length, voices[0], voices[1], voices.at(-1)]).toEqual([
        16,
        'Texto',
        'Francisca',
        'Yara',
      ]);
      await page.getByRole('option', { name: 'Yara' }).click();
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await expect.poll(() => dialog.getByText('Obrigatório', { exact: true }).count()).toBe(2);
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, 'assistant-voice');
      await choose(dialog, 'Voz', 'Texto');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'hidden' });
    });

  it('are chosen in a connection, answer its customer, and hand the conversation to a queue', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/connections`);
    await rowAction(rowOf(page, 'WhatsApp principal'), 'Editar');
    const connection = dialogOf(page, 'Editar WhatsApp principal');
    await connection.getByRole('tab', { name: 'Integrações' }).click();
    await choose(connection, 'Assistente de IA', 'Recepção da loja');
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'connection-assistant');
    await connection.getByRole('button', { name: 'Testar' }).click();
    await textField(connection, 'Mensagem do contato').fill('Oi');
    await textField(connection, 'Mensagem do contato').press('Enter');
    await connection.getByText('Com o assistente Recepção da loja, que o teste não consulta').waitFor();
    await connection.getByRole('button', { name: 'Salvar' }).click();
    await connection.waitFor({ state: 'hidden' });

    await waitConnected(app().stack.url);
    const flor = app().customer('5511944447788', 'Dona Flor');
    model.answers = () => ({ text: 'Sim, até as 18h.' });
    await flor.write('vocês abrem no sábado?');
    await flor.gets(({ text }) => text === 'Sim, até as 18h.', 'the answer of the assistant');
    const texts = (await flor.received()).filter(({ fromCustomer }) => !fromCustomer).map(({ text }) => text);
    expect(texts).toEqual(['Sou uma assistente de IA.', 'Sim, até as 18h.']);
    model.answers = () => ({
      text: 'Vou chamar uma pessoa.',
      tool: { name: 'transfer_to_person', arguments: '{"queue":"Financeiro"}' },
    });
    await flor.write('quero falar com uma pessoa');
    await flor.gets(({ text }) => text === 'Vou chamar uma pessoa.', 'the last words of the assistant');
    await page.goto(`${app().stack.url}/tickets`);
    await openTab(page, 'Aguardando');
    await ticketOf(page, 'Dona Flor').getByText('Financeiro').waitFor();
    await keepScreenshot(page, 'assistant-handed-over');
    const asked = model.asked.length;
    await flor.write('alguém aí?');
    await ticketOf(page, 'Dona Flor').getByText('alguém aí?').waitFor();
    expect(model.asked).toHaveLength(asked);
    await openAssistants(page);
    await rowOf(page, 'Recepção da loja').getByText('120 de 50.000 tokens').waitFor();
    await keepScreenshot(page, 'assistants-used');
  });

  if (isWhole)
    it('a step of a flow hands the conversation to an assistant', async () => {
      const { page } = ana();
      await drawFlow(page, app().stack.url, {
        name: 'Com assistente',
        step: 'OpenAI',
        field: 'Assistente',
        missing: 'Escolha um assistente',
        choice: 'Recepção da loja',
        screenshot: 'assistant',
      });
      await page.getByText('Um assistente de IA continua a conversa').waitFor();
    });

  if (isWhole)
    it('are not deleted while a connection or a flow uses them, and the refusal names both', async () => {
      const { page } = ana();
      const remove = async () => {
        await openAssistants(page);
        await rowAction(rowOf(page, 'Recepção da loja'), 'Excluir');
        const question = dialogOf(page, 'Excluir o assistente Recepção da loja?');
        await question.getByText('As instruções e as chaves se perdem.').waitFor();
        await question.getByRole('button', { name: 'Excluir assistente' }).click();
      };
      await remove();
      await page
        .getByText(
          'Ainda em uso: conexão WhatsApp principal, fluxo Com assistente. Retire o assistente de lá',
        )
        .waitFor();
      await keepScreenshot(page, 'assistant-in-use');
      await page.goto(`${app().stack.url}/connections`);
      await rowAction(rowOf(page, 'WhatsApp principal'), 'Editar');
      const connection = dialogOf(page, 'Editar WhatsApp principal');
      await connection.getByRole('tab', { name: 'Integrações' }).click();
      await choose(connection, 'Assistente de IA', 'Nenhum');
      await connection.getByRole('button', { name: 'Salvar' }).click();
      await connection.waitFor({ state: 'hidden' });
      await page.goto(`${app().stack.url}/flowbuilders`);
      await rowAction(rowOf(page, 'Com assistente'), 'Excluir');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Excluir/ })
        .click();
      await rowOf(page, 'Com assistente').waitFor({ state: 'detached' });
      await remove();
      await page.getByText('Assistente excluído').waitFor();
      await page.getByText('Nenhum assistente ainda').waitFor();
    });

  if (isWhole)
    it('show a used-up month, are found by words, and a user who may only manage connections keeps the chosen one', async () => {
      const company = await makeCompany();
      const queueId = await company.addQueue({ name: 'Vendas' });
      const nowMs = Date.now();
      const made = (id: number, name: string, monthlyTokens = 0) =>
        assistantSchema.parse({
          companyId: company.id,
          id,
          name,
          prompt: 'Você atende os contatos de uma padaria. Responda em uma frase, com gentileza.',
          apiKey: null,
          maxTokens: 100,
          temperature: 1,
          maxMessages: 10,
          queueId,
          monthlyTokens,
          createdAt: new Date(nowMs).toISOString(),
        });
      for (const assistant of [made(1, 'Recepção', 1000), made(2, 'Cobrança amigável')])
        await commit(assistantItems(company.table, undefined, assistant, nowMs));
      const use = { assistantId: 1, month: usageMonth(nowMs, 'America/Sao_Paulo') };
      await commit([addToAssistantItem(company.table, use, { tokens: 1200, answers: 1 }, nowMs)]);
      forgetDirectory(company.id);
      const connectionId = await company.addConnection({ name: 'Matriz', promptId: 1 });
      const manager = await company.addUser({ allowConnections: true });

      const { page, context } = await app().signIn(company.admin.email, { password: TEST_PASSWORD });
      await openAssistants(page);
      await rowOf(page, 'Recepção').getByText('1.200 de 1.000 tokens').waitFor();
      await rowOf(page, 'Recepção').getByText('Esgotado: as pessoas atendem').waitFor();
      await rowOf(page, 'Cobrança amigável').getByText('0 tokens').waitFor();
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, 'assistants-used-up');
      await page.getByRole('searchbox', { name: 'Buscar assistentes' }).fill('cobranca');
      await rowOf(page, 'Recepção').waitFor({ state: 'detached' });
      await rowOf(page, 'Cobrança amigável').waitFor();
      await page.getByRole('searchbox', { name: 'Buscar assistentes' }).fill('nada assim');
      await page.getByText('Nenhum assistente encontrado').waitFor();
      await context.close();

      const second = await app().signIn(manager.email, { password: TEST_PASSWORD, path: '/connections' });
      await rowAction(rowOf(second.page, 'Matriz'), 'Editar');
      const dialog = dialogOf(second.page, 'Editar Matriz');
      await textField(dialog, 'Nome').fill('Filial');
      await dialog.getByRole('tab', { name: 'Integrações' }).click();
      const field = dialog.getByRole('combobox', { name: 'Assistente de IA' });
      expect([await field.textContent(), await field.isEnabled()]).toEqual([
        'Escolhido por um administrador',
        false,
      ]);
      await dialog.getByText('Só administradores escolhem o assistente.').waitFor();
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await loadConnection(company.table, connectionId)).toMatchObject({
        name: 'Filial',
        promptId: 1,
      });
    });

  if (isWhole)
    it('an attendant has no menu entry and sees that the page is forbidden', async () => {
      const { page } = await app().signIn('bruno@demo.local');
      await expect.poll(() => page.getByRole('link', { name: 'Prompts' }).count()).toBe(0);
      await page.goto(`${app().stack.url}/prompts`);
      await page.getByText('Oops! Acesso Negado!').waitFor();
    });

  it('S-25: without the feature in the plan the page says so and leaves after a second, and no field offers them', async () => {
    const poor = await makeCompany({ plan: { without: ['useOpenAi'] } });
    await poor.addConnection({ name: 'Única' });
    const { page } = await app().signIn(poor.admin.email, { password: TEST_PASSWORD });
    await expect.poll(() => page.getByRole('link', { name: 'Prompts' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/prompts`);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(`${app().stack.url}/connections`);
    await rowAction(rowOf(page, 'Única'), 'Editar');
    const connection = dialogOf(page, 'Editar Única');
    await connection.getByRole('tab', { name: 'Integrações' }).click();
    await connection.getByRole('combobox', { name: 'Integração' }).waitFor();
    await expect.poll(() => connection.getByRole('combobox', { name: 'Assistente de IA' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/flowbuilders`);
    await page.getByRole('main').getByRole('button', { name: 'Adicionar fluxo' }).first().click();
    await textField(dialogOf(page, 'Novo fluxo'), 'Nome').fill('Triagem');
    await dialogOf(page, 'Novo fluxo').getByRole('button', { name: 'Criar fluxo' }).click();
    await page.getByRole('button', { name: 'Adicionar passo' }).click();
    await page.getByRole('menuitem', { name: 'Menu', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'OpenAI' }).count()).toBe(0);
  });
});
