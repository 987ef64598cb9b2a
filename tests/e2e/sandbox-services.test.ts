import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitConnected } from '../support/customer.ts';
import { plant } from '../support/plant.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { choose, openTab, rowOf as ticketOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** The tab with the sandbox, beside that of the administrator. */
let sandbox: Page;
beforeAll(async () => {
  await waitConnected(app().stack.url);
  sandbox = await ana().context.newPage();
  await openServices(sandbox);
});

const openServices = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/sandbox`);
  await page.getByRole('main').getByText('Serviços externos').click();
};
const serviceOf = (name: string): Locator => sandbox.getByRole('region', { name, exact: true });
/** Copies a value of a service from the page, as a tester does. */
const copied = async (service: string, what: string): Promise<string> => {
  await sandbox.bringToFront();
  await serviceOf(service)
    .getByRole('button', { name: `Copiar ${what} de ${service}` })
    .click();
  const value = String(await sandbox.evaluate('navigator.clipboard.readText()'));
  await ana().page.bringToFront();
  return value;
};
const behave = async (service: string, behaviour: string): Promise<void> => {
  await choose(serviceOf(service), 'Como se comporta', behaviour);
  await sandbox.getByText(`${service}: vale a partir da próxima chamada`).last().waitFor();
};
const writeAs = async (number: string, name: string, ...texts: string[]): Promise<void> => {
  await sandbox.getByRole('textbox', { name: 'Número do cliente' }).fill(plant(number));
  await sandbox.getByRole('textbox', { name: 'Nome do cliente' }).fill(plant(name));
  for (const text of texts) {
    await sandbox.getByRole('textbox', { name: 'Mensagem do cliente' }).fill(text);
    await sandbox.getByRole('button', { name: 'Enviar', exact: true }).click();
  }
};
const phone = (): Locator => sandbox.getByRole('log', { name: 'Conversa' });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const textField = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true });
const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];
const newIntegration = async (type: string): Promise<Locator> => {
  const { page } = ana();
  await page.goto(`${app().stack.url}/queue-integration`);
  await page.getByRole('main').getByRole('button', { name: 'Nova integração' }).first().click();
  const dialog = dialogOf(page, 'Nova integração');
  await choose(dialog, 'Tipo', type);
  return dialog;
};

describe('the services of the sandbox', () => {
  it('list what forms need, on a desktop and on a phone in dark', async () => {
    expect(await flawsOf(sandbox)).toEqual([]);
    await serviceOf('Webhook').scrollIntoViewIfNeeded();
    await keepScreenshot(sandbox, 'sandbox-services');
    const { page } = await app().open(PHONE);
    await openServices(page);
    await changeTheme(page, 'dark');
    expect(await flawsOf(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('region', { name: 'n8n', exact: true }).scrollIntoViewIfNeeded();
    await keepScreenshot(page, 'sandbox-services-phone-dark');
  });

  it('are a Typebot that a queue takes, and that answers its customer', async () => {
    const { page } = ana();
    const dialog = await newIntegration('Typebot');
    await textField(dialog, 'Nome').fill('Robô da loja');
    await textField(dialog, 'Endereço do Typebot').fill(await copied('Typebot', 'Endereço'));
    await textField(dialog, 'Nome público do bot').fill(await copied('Typebot', 'Nome público do bot'));
    await dialog.getByRole('button', { name: 'Testar' }).click();
    await dialog.getByText('O serviço respondeu (HTTP 200).').waitFor();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${app().stack.url}/queues`);
    await rowOf(page, 'Vendas').click();
    const queue = dialogOf(page, 'Editar Vendas');
    await choose(queue, 'Integração', 'Robô da loja');
    await queue.getByRole('button', { name: 'Salvar' }).click();
    await queue.waitFor({ state: 'hidden' });

    await writeAs('5511955556611', 'Dona Flor', 'oi');
    await phone().getByText('[ 2 ] Vendas').waitFor();
    await writeAs('5511955556611', 'Dona Flor', '2');
    await phone().getByText('Eu sou o robô da loja').waitFor();
    await phone().getByText('Falar com uma pessoa').waitFor();
    await keepScreenshot(sandbox, 'sandbox-typebot');
  });

  it('are a language model, with which an assistant answers the customers of a connection', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/prompts`);
    await page.getByRole('main').getByRole('button', { name: 'Novo assistente' }).first().click();
    const dialog = dialogOf(page, 'Novo assistente');
    await textField(dialog, 'Nome').fill('Recepção da loja');
    await choose(dialog, /^Fila/, 'Suporte');
    await dialog.getByRole('tab', { name: 'Instruções', exact: true }).click();
    await dialog.getByRole('button', { name: 'Inserir exemplo' }).click();
    await dialog.getByRole('tab', { name: 'Modelo', exact: true }).click();
    await textField(dialog, 'Endereço').fill(await copied('Modelo de linguagem', 'Endereço'));
    await dialog.getByLabel('Chave de API').fill(plant(await copied('Modelo de linguagem', 'Chave')));
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${app().stack.url}/connections`);
    await rowAction(rowOf(page, 'WhatsApp principal'), 'Editar');
    const connection = dialogOf(page, 'Editar WhatsApp principal');
    await connection.getByRole('tab', { name: 'Integrações' }).click();
    await choose(connection, 'Assistente de IA', 'Recepção da loja');
    await connection.getByRole('button', { name: 'Salvar' }).click();
    await connection.waitFor({ state: 'hidden' });

    await writeAs('5511955556622', 'Gabriela', 'Vocês abrem no sábado?');
    await phone().getByText('Você escreveu: “Vocês abrem no sábado?”').waitFor();
    await keepScreenshot(sandbox, 'sandbox-assistant');
  });

  it('misbehave as chosen from the next call on, and the choice is still shown after a reload', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/queue-integration`);
    await rowOf(page, 'Robô da loja').click();
    const dialog = dialogOf(page, 'Editar Robô da loja');
    for (const [behaviour, failure] of [
      ['Errado: responde com uma página', 'a resposta não tem o formato esperado'],
      ['Enorme: responde com 20 MB', 'a resposta é grande demais'],
      ['Hostil: redireciona para um endereço privado', 'o endereço leva a outro lugar'],
    ] as const) {
      await behave('Typebot', behaviour);
      await dialog.getByRole('button', { name: 'Testar' }).click();
      await dialog.getByText(failure).waitFor();
    }
    await behave('Modelo de linguagem', 'Errado: responde com uma página');
    await openServices(sandbox);
    const shown = (name: string) =>
      serviceOf(name).getByRole('combobox', { name: 'Como se comporta' }).textContent();
    expect([await shown('Typebot'), await shown('Modelo de linguagem'), await shown('n8n')]).toEqual([
      'Hostil: redireciona para um endereço privado',
      'Errado: responde com uma página',
      'Responde normalmente',
    ]);
    await writeAs('5511955556633', 'Tieta', 'Bom dia');
    await page.goto(`${app().stack.url}/tickets`);
    await openTab(page, 'Aguardando');
    await ticketOf(page, 'Tieta').getByText('Suporte').waitFor();
    await behave('Typebot', 'Responde normalmente');
  });

  it('are a Dialogflow agent, although no form names its address', async () => {
    const dialog = await newIntegration('Dialogflow');
    await textField(dialog, 'Nome').fill('Agente da loja');
    await textField(dialog, 'Projeto do Google Cloud').fill(
      await copied('Dialogflow', 'Projeto do Google Cloud'),
    );
    await textField(dialog, 'Conta de serviço (JSON)').fill(
      plant(await copied('Dialogflow', 'Conta de serviço (JSON)')),
    );
    await dialog.getByRole('button', { name: 'Testar' }).click();
    await dialog.getByText('O serviço respondeu (HTTP 200).').waitFor();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(app().complaints).toEqual([]);
  });
});
