import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { flowLink, flowNode } from '../factories/flows.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const NODES = 200;
const COLUMNS = 20;

/** A flow of menus and texts, row after row, that is many times larger than the window. */
const largeFlow = () => {
  const ids = Array.from({ length: NODES }, (_, at) => (at === 0 ? '1' : `n${at}`));
  const isMenu = (at: number) => at % 4 === 1;
  const nodes = ids.map((id, at) => {
    const menu = { message: `Menu ${at}?`, arrayOption: [{ number: 1, value: `Opção ${at}` }] };
    const made =
      at === 0
        ? flowNode(id, 'start')
        : flowNode(id, isMenu(at) ? 'menu' : 'message', isMenu(at) ? menu : { label: `Texto ${at}` });
    return { ...made, position: { x: (at % COLUMNS) * 320, y: Math.floor(at / COLUMNS) * 220 } };
  });
  const connections = ids.slice(1).map((id, at) => flowLink(ids[at] ?? '1', id, isMenu(at) ? 'a1' : 'a'));
  return { nodes, connections };
};

const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const zoomIn = (page: Page) => page.getByRole('button', { name: 'Aproximar' }).click();

/** A card without texts. */
const PLAIN = '.react-flow__node > [role=img]';
/** Zooms out by the wheel, a little in each frame, and returns the most plain cards that a frame showed. */
const ZOOM_OUT = `(async () => {
  const pane = document.querySelector('.react-flow__pane');
  const { left, top, width, height } = pane.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  let most = 0;
  for (let turn = 0; turn < 6; turn++) {
    pane.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 30, clientX, clientY }));
    await new Promise(requestAnimationFrame);
    most = Math.max(most, document.querySelectorAll('${PLAIN}').length);
  }
  return most;
})()`;

describe('a flow of many steps', () => {
  it('shows plain cards from afar and, until it ends, in a zoom; they keep connections, names and keys; whole ones near', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/flowbuilders`);
    await page.getByRole('main').getByRole('button', { name: 'Adicionar fluxo' }).first().click();
    const naming = page.getByRole('dialog', { name: 'Novo fluxo' });
    await naming.getByRole('textbox', { name: 'Nome' }).fill('Grande');
    await naming.getByRole('button', { name: 'Criar fluxo' }).click();
    await page.getByRole('heading', { name: 'Desenhe seu fluxo' }).waitFor();
    await page.locator('input[type=file][accept*=json]').setInputFiles({
      name: 'grande.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(largeFlow())),
    });
    await page.getByText('Fluxo importado').waitFor();

    const texts = card(page, 'Menu: Menu 45?').getByRole('img', { name: '1. Opção 45' });
    await texts.waitFor();
    const edges = page.locator('.react-flow__edge');
    await expect.poll(() => edges.count()).toBe(NODES - 1);
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(NODES);
    await expect.poll(() => page.getByText('Texto 46', { exact: true }).count()).toBe(0);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'flow-editor-far');

    // A changed card has its exits anew.
    await card(page, 'Menu: Menu 45?').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Editar passo' }).waitFor();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Editar passo: Menu' });
    await form.getByRole('textbox', { name: 'Opção 1' }).fill('Comprar');
    await form.getByRole('button', { name: 'Adicionar opção' }).click();
    await form.getByRole('textbox', { name: 'Opção 2' }).fill('Vender');
    await form.getByRole('button', { name: 'Salvar', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Ligar a outro passo' }).click();
    const link = page.getByRole('dialog');
    await link.getByRole('combobox', { name: 'Saída' }).click();
    await page.getByRole('option', { name: '2. Vender' }).click();
    await link.getByRole('combobox', { name: 'Continua em' }).click();
    await page.getByRole('option', { name: 'Mensagem: Texto 66' }).click();
    await link.getByRole('button', { name: 'Ligar' }).click();
    await expect.poll(() => edges.count()).toBe(NODES);

    for (let at = 0; at < 6; at++) await zoomIn(page);
    await page.locator('.react-flow__node').filter({ hasText: 'Texto' }).first().waitFor();
    await expect.poll(() => page.getByRole('group').getByRole('img', { name: 'Texto' }).count()).toBe(0);
    await expect.poll(() => page.locator('.react-flow__node').count()).toBeLessThan(NODES);

    expect(await page.evaluate<number>(ZOOM_OUT)).toBeGreaterThan(0);
    await expect.poll(() => page.locator(PLAIN).count()).toBe(0);
    await expect
      .poll(() => page.locator('.react-flow__node').filter({ hasText: 'Texto' }).count())
      .toBeGreaterThan(0);
  });
});
