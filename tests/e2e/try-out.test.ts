import { loadQueues } from '@prosa/functions/repositories/organisation/queues.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestUser } from '../factories/company.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const open = async ({ email }: TestUser, path: string, viewport = DESKTOP): Promise<Page> => {
  const { page } = await app().signIn(email, { viewport, password: TEST_PASSWORD, path });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const startTryOut = async (dialog: Locator): Promise<Locator> => {
  await dialog.getByRole('button', { name: 'Testar' }).click();
  const panel = dialog.getByRole('region', { name: 'Teste do rascunho' });
  await panel.waitFor();
  return panel;
};
const write = async (panel: Locator, text: string): Promise<void> => {
  const field = panel.getByRole('textbox', { name: 'Mensagem do contato' });
  await field.fill(text);
  await field.press('Enter');
};
const looksFine = async (page: Page): Promise<void> => {
  expect(await accessibilityFlaws(page)).toEqual([]);
  expect(await layoutFlaws(page)).toEqual([]);
};

it('plays the draft of a connection next to its form, and again when the draft changes', async () => {
  const company = await makeCompany();
  const queueIds = [await company.addQueue({ name: 'Vendas' }), await company.addQueue({ name: 'Suporte' })];
  await company.addConnection({ name: 'Loja', isDefault: true, queueIds, greetingMessage: 'Olá! Escolha:' });
  const page = await open(company.admin, '/connections');
  await rowAction(page.getByRole('row').filter({ hasText: 'Loja' }), 'Editar');
  const dialog = page.getByRole('dialog', { name: 'Editar Loja' });
  const panel = await startTryOut(dialog);
  const thread = panel.getByRole('log');
  await write(panel, 'oi');
  await thread.getByText('Automática · Conexão: menu de filas').waitFor();
  await thread.getByText('Olá! Escolha:').waitFor();
  await panel.getByText('Escolhendo a fila').waitFor();
  await write(panel, '1');
  await panel.getByText('Aguardando na fila Vendas').waitFor();
  await dialog.getByRole('tab', { name: 'Mensagens' }).click();
  await dialog.getByRole('textbox', { name: 'Saudação', exact: true }).fill('Boa tarde! Escolha:');
  await thread.getByText('Boa tarde! Escolha:').waitFor();
  await expect.poll(() => thread.getByText('Olá! Escolha:').count()).toBe(0);
  await looksFine(page);
  await keepScreenshot(page, 'try-out-connection-desktop');
  await dialog.getByRole('textbox', { name: 'Saudação', exact: true }).fill('');
  await panel.getByText('Corrija os campos marcados').waitFor();
});

it('plays the draft of a queue above its form, on a phone in the dark theme, and saves nothing', async () => {
  const company = await makeCompany();
  await company.addQueue({ name: 'Vendas', greetingMessage: 'Bom dia' });
  const user = await company.addUser({ profile: 'admin', defaultTheme: 'dark' });
  const page = await open(user, '/queues', PHONE);
  await page.getByText('Vendas', { exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Editar Vendas' });
  const panel = await startTryOut(dialog);
  await write(panel, 'oi');
  await panel.getByText('Automática · Fila: saudação').waitFor();
  await panel.getByText('Aguardando na fila Vendas').waitFor();
  await dialog.getByRole('textbox', { name: 'Saudação', exact: true }).fill('Boa tarde');
  await panel.getByText('Boa tarde').waitFor();
  await panel.getByRole('button', { name: 'Mandar áudio' }).click();
  await panel.getByText('Áudio', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Esperar: Até amanhã, 9:00' }).click();
  await panel.getByText(/^Agora: .* 09:00$/).waitFor();
  await looksFine(page);
  await keepScreenshot(page, 'try-out-queue-phone');
  await panel.getByRole('button', { name: 'Recomeçar' }).click();
  await panel.getByText('Escreva como um contato.').waitFor();
  expect(await loadQueues(company.table)).toMatchObject([{ greetingMessage: 'Bom dia' }]);
});
