import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { healthItem } from '@prosa/functions/repositories/integrations/integration-health.ts';
import { integrationItems } from '@prosa/functions/repositories/integrations/integrations.ts';
import { integrationSchema } from '@prosa/shared/entities/integration.ts';
import { CALLS_KEPT_DAYS } from '@prosa/shared/entities/service-call.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { waitConnected } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { plant } from '../support/plant.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { drawFlow } from './support/draw-flow.ts';
import { choose } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const PRIVATE_KEY = plant(
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
);
/** A line of the key, as a form or a page would show it. */
const KEY_LINE = PRIVATE_KEY.split('\n')[1] ?? '';
const KEY_FILE = {
  name: 'loja-1a2b3c.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      type: 'service_account',
      client_email: 'prosa@loja-virtual.iam.gserviceaccount.com',
      private_key: PRIVATE_KEY,
    }),
  ),
};

/** A service of the company on this machine, with the bodies that it has received. */
const service: { status: number; bodies: string[]; signatures: string[]; url: string } = {
  status: 200,
  bodies: [],
  signatures: [],
  url: '',
};
const server = createServer((request, response) => {
  const { 'webhook-signature': signature } = request.headers;
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    service.bodies.push(body);
    service.signatures.push(String(signature ?? ''));
    response.writeHead(service.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ reply: 'Recebi o pedido' }));
  });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the service has no port');
  service.url = `http://127.0.0.1:${address.port}/webhook/pedidos`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const openIntegrations = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/queue-integration`);
  await page.getByRole('heading', { name: 'Integrações', level: 1 }).waitFor();
};
const textField = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true });
const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];

describe('integrations', () => {
  it('lead from an empty page to one that is tested before it is saved, and another browser sees it live', async () => {
    const { page } = ana();
    await page.getByRole('link', { name: 'Integrações' }).click();
    await page.getByText('Nenhuma integração ainda').waitFor();
    await keepScreenshot(page, 'integrations-empty');
    const other = await app().signIn('ana@demo.local', PHONE);
    await openIntegrations(other.page);
    await other.page.getByText('Nenhuma integração ainda').waitFor();
    expect(await smallTargets(other.page)).toEqual([]);
    await changeTheme(other.page, 'dark');

    await page.getByRole('main').getByRole('button', { name: 'Nova integração' }).first().click();
    const dialog = dialogOf(page, 'Nova integração');
    await choose(dialog, 'Tipo', 'n8n');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect.poll(() => dialog.getByText('Obrigatório', { exact: true }).count()).toBe(2);
    await textField(dialog, 'Nome').fill('P');
    await dialog.getByText('Muito curto: ao menos 2 caracteres').waitFor();
    await textField(dialog, 'Nome').fill('Pedidos da loja');
    await textField(dialog, 'Endereço').fill('loja.example.com');
    await dialog.getByText('Informe um endereço completo e público').waitFor();
    await textField(dialog, 'Endereço').fill(service.url.replace('/webhook/', '/webhook-test/'));
    await dialog.getByText('Este endereço do n8n só vale durante um teste.').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'integration-n8n');
    await textField(dialog, 'Endereço').fill(service.url);
    await dialog.getByText('só vale durante um teste').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Testar' }).click();
    await dialog.getByText('O serviço respondeu (HTTP 200).').waitFor();
    await dialog.getByText('Recebi o pedido').waitFor();
    expect(service.bodies).toHaveLength(1);
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'integration-tested');
    service.status = 500;
    await dialog.getByRole('button', { name: 'Testar' }).click();
    await dialog.getByText('(HTTP 500): o serviço respondeu com um erro').waitFor();
    service.status = 200;
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Integração salva').waitFor();

    await rowOf(page, 'Pedidos da loja').getByText('Ativa').waitFor();
    await rowOf(other.page, 'Pedidos da loja').waitFor();
    expect(await flawsOf(other.page)).toEqual([]);
    await keepScreenshot(other.page, 'integrations-phone-dark');
    await rowOf(other.page, 'Pedidos da loja').click();
    await dialogOf(other.page, 'Editar Pedidos da loja').waitFor();
    expect(await flawsOf(other.page)).toEqual([]);
    expect(await smallTargets(other.page)).toEqual([]);
    await keepScreenshot(other.page, 'integration-phone-dark');
  });

  it('S-56: shows a new signing secret once, afterwards its end, and saves the other fields behind it', async () => {
    const { page } = ana();
    await openIntegrations(page);
    await rowOf(page, 'Pedidos da loja').click();
    const dialog = dialogOf(page, 'Editar Pedidos da loja');
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Tipo' }).isEnabled()).toBe(false);
    await dialog.getByRole('button', { name: 'Gerar segredo' }).click();
    const shown = dialogOf(page, 'Segredo de assinatura');
    const secret = plant(await textField(shown, 'Segredo').inputValue());
    expect(secret).toMatch(/^whsec_/);
    await keepScreenshot(page, 'integration-secret');
    await shown.getByRole('button', { name: 'Copiar segredo' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await shown.getByRole('button', { name: 'Já copiei' }).click();
    const end = textField(dialog, 'Segredo de assinatura');
    await expect.poll(() => end.inputValue()).toBe(`••••${secret.slice(-4)}`);
    await dialog.getByRole('button', { name: 'Gerar outro' }).click();
    const question = dialogOf(page, 'Gerar outro segredo para Pedidos da loja?');
    await question.getByText('O segredo atual deixa de assinar as chamadas agora.').waitFor();
    await question.getByRole('button', { name: 'Gerar segredo' }).click();
    await shown.getByRole('button', { name: 'Já copiei' }).click();
    // No secret is made for an address that is not saved.
    await textField(dialog, 'Endereço').fill('https://outro.example.com/webhook/pedidos');
    await dialog.getByText('O endereço mudou: ao salvar, o segredo atual é apagado.').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Gerar outro' }).isEnabled()).toBe(false);
    await textField(dialog, 'Endereço').fill(service.url);
    await dialog.getByText('O endereço mudou').waitFor({ state: 'detached' });
    await textField(dialog, 'Nome').fill('Pedidos');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await rowOf(page, 'Pedidos').waitFor();
    await expect.poll(() => rowOf(page, 'Pedidos da loja').count()).toBe(0);
  });

  if (isWhole)
    it('list their calls with request and response, and send a request again to read the response', async () => {
      const { page } = ana();
      await openIntegrations(page);
      await rowAction(rowOf(page, 'Pedidos'), 'Ver chamadas');
      const log = dialogOf(page, 'Chamadas de Pedidos');
      await log.getByText('Nenhuma chamada').waitFor();
      await log.getByText('por sete dias').waitFor();
      expect(CALLS_KEPT_DAYS).toBe(7);
      await log.getByRole('button', { name: 'Fechar' }).click();

      await rowOf(page, 'Pedidos').click();
      const dialog = dialogOf(page, 'Editar Pedidos');
      await dialog.getByRole('button', { name: 'Testar' }).click();
      await dialog.getByText('O serviço respondeu (HTTP 200).').waitFor();
      expect(service.signatures.at(-1)).toMatch(/^v1,/);
      await dialog.getByRole('button', { name: 'Cancelar' }).click();

      await rowAction(rowOf(page, 'Pedidos'), 'Ver chamadas');
      const first = log.getByRole('row').filter({ hasText: 'Teste' }).first();
      await first.getByText('Respondida').waitFor();
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, 'integration-log');
      await first.click();
      const detail = dialogOf(page, 'Chamada');
      await detail.getByText('Recebi o pedido').waitFor();
      await detail.getByText('"messages"').waitFor();
      const before = service.bodies.length;
      const [sent] = service.bodies.slice(-1);
      await detail.getByRole('button', { name: 'Enviar de novo' }).click();
      await detail.getByText('Resultado do novo envio').waitFor();
      expect(service.bodies.slice(before)).toEqual([sent]);
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, 'integration-call');
      await detail.getByRole('button', { name: 'Fechar' }).click();
      await expect.poll(() => log.getByRole('row').filter({ hasText: 'Respondida' }).count()).toBe(2);
      await log.getByRole('button', { name: 'Fechar' }).click();
    });

  it('are chosen in a queue, in an option and in a connection', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/queues`);
    await rowOf(page, 'Vendas').click();
    const queue = dialogOf(page, 'Editar Vendas');
    await choose(queue, 'Integração', 'Pedidos');
    await keepScreenshot(page, 'queue-integration-field');
    await queue.getByRole('tab', { name: 'Opções do bot' }).click();
    await queue.getByRole('button', { name: 'Adicionar opção' }).click();
    const option = queue.getByRole('region', { name: 'Opção 1' });
    await textField(option, 'Nome').fill('Acompanhar um pedido');
    await choose(option, 'O que acontece', 'Vai para uma integração');
    await choose(option, 'Integração', 'Pedidos');
    await queue.getByRole('treeitem', { name: 'Acompanhar um pedido, Pedidos' }).waitFor();
    await queue.getByRole('button', { name: 'Salvar' }).click();
    await queue.waitFor({ state: 'hidden' });

    await page.goto(`${app().stack.url}/connections`);
    await rowAction(rowOf(page, 'WhatsApp principal'), 'Editar');
    const connection = dialogOf(page, 'Editar WhatsApp principal');
    await connection.getByRole('tab', { name: 'Integrações' }).click();
    await choose(connection, 'Integração', 'Pedidos');
    await keepScreenshot(page, 'connection-integration');
    await connection.getByRole('button', { name: 'Salvar' }).click();
    await connection.waitFor({ state: 'hidden' });
  });

  it('answer a customer of their connection, and the log names the ticket', async () => {
    const { page } = ana();
    await waitConnected(app().stack.url);
    const flor = app().customer('5511944443336', 'Dona Flor');
    await flor.write('onde está o pedido 12?');
    await flor.gets(({ text }) => text === 'Recebi o pedido', 'the answer of the service');
    expect(service.bodies.at(-1)).toContain('onde está o pedido 12?');
    await openIntegrations(page);
    await rowAction(rowOf(page, 'Pedidos'), 'Ver chamadas');
    const log = dialogOf(page, 'Chamadas de Pedidos');
    const call = log.getByRole('row').filter({ hasText: /Atendimento \d+/ });
    await call.getByText('Respondida').waitFor();
    await keepScreenshot(page, 'integration-log-ticket');
    await log.getByRole('button', { name: 'Fechar' }).click();
  });

  if (isWhole)
    it('are not deleted while a queue, an option or a connection uses them', async () => {
      const { page } = ana();
      const connection = dialogOf(page, 'Editar WhatsApp principal');
      const queue = dialogOf(page, 'Editar Vendas');
      const option = queue.getByRole('region', { name: 'Opção 1' });
      const remove = async () => {
        await openIntegrations(page);
        await rowAction(rowOf(page, 'Pedidos'), 'Excluir');
        const question = dialogOf(page, 'Excluir a integração Pedidos?');
        await question.getByText('o registro de chamadas se perde').waitFor();
        await question.getByRole('button', { name: 'Excluir integração' }).click();
      };
      await remove();
      await page.getByText('Uma fila, opção ou conexão usa esta integração.').waitFor();
      await rowOf(page, 'Pedidos').waitFor();

      await page.goto(`${app().stack.url}/connections`);
      await rowAction(rowOf(page, 'WhatsApp principal'), 'Editar');
      await connection.getByRole('tab', { name: 'Integrações' }).click();
      await choose(connection, 'Integração', 'Nenhuma');
      await connection.getByRole('button', { name: 'Salvar' }).click();
      await connection.waitFor({ state: 'hidden' });
      await page.goto(`${app().stack.url}/queues`);
      await rowOf(page, 'Vendas').click();
      await choose(queue, 'Integração', 'Nenhuma');
      await queue.getByRole('tab', { name: 'Opções do bot' }).click();
      await queue.getByRole('treeitem', { name: 'Acompanhar um pedido, Pedidos' }).click();
      await choose(option, 'Integração', 'Nenhuma');
      await choose(option, 'O que acontece', 'Responde e oferece mais opções');
      await queue.getByRole('button', { name: 'Salvar' }).click();
      await queue.waitFor({ state: 'hidden' });
      await remove();
      await page.getByText('Integração excluída').waitFor();
      await page.getByText('Nenhuma integração ainda').waitFor();
    });

  if (isWhole)
    it('S-56: keep a key file without showing it again, only the e-mail of its account', async () => {
      const { page } = ana();
      await openIntegrations(page);
      await page.getByRole('main').getByRole('button', { name: 'Nova integração' }).first().click();
      const dialog = dialogOf(page, 'Nova integração');
      await choose(dialog, 'Tipo', 'Dialogflow');
      await textField(dialog, 'Nome').fill('Agente');
      await textField(dialog, 'Projeto do Google Cloud').fill('loja-virtual');
      const file = dialog.locator('input[type=file]');
      await file.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
      await dialog.getByText('Este texto não é o arquivo de uma conta de serviço do Google.').waitFor();
      await file.setInputFiles(KEY_FILE);
      await expect.poll(() => textField(dialog, 'Conta de serviço (JSON)').inputValue()).toContain(KEY_LINE);
      await dialog.getByRole('combobox', { name: 'Idioma do agente' }).click();
      const languages = page.getByRole('option');
      await expect
        .poll(() => languages.allTextContents())
        .toEqual(['Português (Brasil)', 'Inglês', 'Espanhol']);
      await languages.filter({ hasText: 'Espanhol' }).click();
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, 'integration-dialogflow');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await rowOf(page, 'Agente').click();
      const saved = dialogOf(page, 'Editar Agente');
      await saved.getByText('Em uso: prosa@loja-virtual.iam.gserviceaccount.com.').waitFor();
      await expect.poll(() => textField(saved, 'Conta de serviço (JSON)').inputValue()).toBe('');
      expect(await page.content()).not.toContain(KEY_LINE);
      await expect
        .poll(() => saved.getByRole('combobox', { name: 'Idioma do agente' }).textContent())
        .toBe('Espanhol');
      await saved.getByRole('button', { name: 'Salvar' }).click();
      await saved.waitFor({ state: 'hidden' });
    });

  if (isWhole)
    it('have the fields of their type, with the documented defaults of Typebot', async () => {
      const { page } = ana();
      await openIntegrations(page);
      await page.getByRole('button', { name: 'Nova integração' }).click();
      const dialog = dialogOf(page, 'Nova integração');
      await dialog.getByRole('combobox', { name: 'Tipo' }).click();
      await expect
        .poll(() => page.getByRole('option').allTextContents())
        .toEqual(['Dialogflow', 'n8n', 'Webhook', 'Typebot', 'Fluxo da empresa']);
      await page.getByRole('option', { name: 'Typebot' }).click();
      const number = (name: RegExp) => dialog.getByRole('spinbutton', { name }).inputValue();
      expect([await number(/^Recomeçar após/), await number(/^Intervalo entre/)]).toEqual(['1', '1000']);
      await textField(dialog, 'Nome').fill('Robô de vendas');
      await textField(dialog, 'Endereço do Typebot').fill('https://typebot.example.com/vendas');
      await textField(dialog, 'Nome público do bot').fill('vendas');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.getByText('Informe só o início do endereço').waitFor();
      await textField(dialog, 'Endereço do Typebot').fill('https://typebot.example.com');
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, 'integration-typebot');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await rowOf(page, 'Robô de vendas').waitFor();
      await keepScreenshot(page, 'integrations');
      await page.getByRole('searchbox', { name: 'Buscar integrações' }).fill('robo');
      await rowOf(page, 'Agente').waitFor({ state: 'detached' });
      await rowOf(page, 'Robô de vendas').waitFor();
      await page.getByRole('searchbox', { name: 'Buscar integrações' }).fill('nada assim');
      await page.getByText('Nenhuma integração encontrada').waitFor();
    });

  if (isWhole)
    it('show a pause, and a user who may only manage connections keeps the chosen one', async () => {
      const company = await makeCompany();
      const nowMs = Date.now();
      const own = { companyId: company.id, id: 1, createdAt: new Date(nowMs).toISOString() };
      const integration = integrationSchema.parse({
        ...own,
        name: 'Estoque',
        type: 'webhook',
        urlN8N: service.url,
      });
      const pausedUntil = new Date(nowMs + 300_000).toISOString();
      const health = { companyId: company.id, integrationId: 1, failures: 5, pausedUntil };
      await commit([
        ...integrationItems(company.table, undefined, integration, nowMs),
        healthItem(company.table, undefined, health, nowMs),
      ]);
      forgetDirectory(company.id);
      const connectionId = await company.addConnection({ name: 'Matriz', integrationId: 1 });
      const manager = await company.addUser({ allowConnections: true });

      const { page, context } = await app().signIn(company.admin.email, { password: TEST_PASSWORD });
      await openIntegrations(page);
      await rowOf(page, 'Estoque').getByText('Em pausa').waitFor();
      await rowOf(page, 'Estoque').getByText('O serviço não responde. Próxima tentativa:').waitFor();
      expect(await flawsOf(page)).toEqual([]);
      await keepScreenshot(page, 'integrations-paused');
      await context.close();

      const second = await app().signIn(manager.email, { password: TEST_PASSWORD, path: '/connections' });
      await rowAction(rowOf(second.page, 'Matriz'), 'Editar');
      const dialog = dialogOf(second.page, 'Editar Matriz');
      await textField(dialog, 'Nome').fill('Filial');
      await dialog.getByRole('tab', { name: 'Integrações' }).click();
      const field = dialog.getByRole('combobox', { name: 'Integração' });
      expect([await field.textContent(), await field.isEnabled()]).toEqual([
        'Escolhida por um administrador',
        false,
      ]);
      await dialog.getByText('Só administradores escolhem a integração.').waitFor();
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'hidden' });
      const saved = await loadConnection(company.table, connectionId);
      expect(saved).toMatchObject({ name: 'Filial', integrationId: 1 });
    });

  if (isWhole)
    it('a step of a flow hands the conversation to an integration', async () => {
      const { page } = ana();
      await drawFlow(page, app().stack.url, {
        name: 'Com robô',
        step: 'Integração',
        field: 'Integração',
        missing: 'Escolha uma integração',
        choice: 'Robô de vendas',
        screenshot: 'integration',
      });
      await page.getByText('Uma integração continua a conversa').waitFor();
    });

  if (isWhole)
    it('an attendant has no menu entry and sees that the page is forbidden', async () => {
      const { page } = await app().signIn('bruno@demo.local');
      await expect.poll(() => page.getByRole('link', { name: 'Integrações' }).count()).toBe(0);
      await page.goto(`${app().stack.url}/queue-integration`);
      await page.getByText('Oops! Acesso Negado!').waitFor();
    });

  it('S-25: without the feature in the plan the page says so and leaves after a second, and no field offers them', async () => {
    const poor = await makeCompany({ plan: { without: ['useIntegrations'] } });
    await poor.addQueue({ name: 'Única' });
    const { page } = await app().signIn(poor.admin.email, { password: TEST_PASSWORD });
    await expect.poll(() => page.getByRole('link', { name: 'Integrações' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/queue-integration`);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(`${app().stack.url}/queues`);
    await rowOf(page, 'Única').click();
    const queue = dialogOf(page, 'Editar Única');
    await queue.getByRole('combobox', { name: 'Lista de arquivos' }).waitFor();
    await expect.poll(() => queue.getByRole('combobox', { name: 'Integração' }).count()).toBe(0);
    await queue.getByRole('tab', { name: 'Opções do bot' }).click();
    await queue.getByRole('button', { name: 'Adicionar opção' }).click();
    await queue.getByRole('combobox', { name: 'O que acontece' }).click();
    await page.getByRole('option').first().waitFor();
    await expect.poll(() => page.getByRole('option', { name: 'Vai para uma integração' }).count()).toBe(0);
  });
});
