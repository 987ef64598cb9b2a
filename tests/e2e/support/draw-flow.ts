import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFlaws } from './accessibility-flaws.ts';
import { choose } from './inbox.ts';
import { keepScreenshot } from './keep-screenshot.ts';
import { layoutFlaws } from './layout-flaws.ts';

/** A flow of one step that hands the conversation to a service. */
interface DrawnFlow {
  name: string;
  /** The step in the menu of steps. */
  step: string;
  /** The field of the step's dialog, the message if it is empty, and its choice. */
  field: string;
  missing: string;
  choice: string;
  /** The end of the screenshots' names. */
  screenshot: string;
}

/** Draws a flow in the editor, saves it without flaws, and starts to try it out. */
export const drawFlow = async (
  page: Page,
  url: string,
  { name, step, field, missing, choice, screenshot }: DrawnFlow,
): Promise<void> => {
  await page.goto(`${url}/flowbuilders`);
  await page.getByRole('main').getByRole('button', { name: 'Adicionar fluxo' }).first().click();
  const naming = page.getByRole('dialog', { name: 'Novo fluxo' });
  await naming.getByRole('textbox', { name: 'Nome', exact: true }).fill(name);
  await naming.getByRole('button', { name: 'Criar fluxo' }).click();
  await page.getByRole('button', { name: 'Adicionar passo' }).click();
  await page.getByRole('menuitem', { name: step, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Novo passo: ${step}` });
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await dialog.getByText(missing).waitFor();
  await choose(dialog, field, choice);
  await keepScreenshot(page, `flow-${screenshot}`);
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('region', { name: 'Passos do fluxo' })
    .locator('.react-flow__node')
    .filter({ hasText: 'Início' })
    .click({ position: { x: 40, y: 20 } });
  await page.getByRole('button', { name: 'Ligar a outro passo' }).click();
  const linking = page.getByRole('dialog');
  await choose(linking, 'Continua em', `${step}: ${choice}`);
  await linking.getByRole('button', { name: 'Ligar' }).click();
  await linking.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Organizar passos' }).click();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await page.getByText('Fluxo salvo: novas conversas já seguem esta versão').waitFor();
  expect([...(await accessibilityFlaws(page)), ...(await layoutFlaws(page))]).toEqual([]);
  await keepScreenshot(page, `flow-with-${screenshot}`);
  await page.getByRole('button', { name: 'Testar', exact: true }).click();
  await page.getByRole('button', { name: 'Iniciar conversa' }).click();
};
