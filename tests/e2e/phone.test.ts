import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, longPress, openTicket, pressLong, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const WIDTH = 390;
const HEIGHT = 844;
/** What an on-screen keyboard leaves. */
const ROOM = 500;

let app: App;
let ana: Visitor;

beforeAll(async () => {
  app = await startApp();
  ana = await app.signIn('ana@demo.local', {
    viewport: { width: WIDTH, height: HEIGHT },
    isMobile: true,
    hasTouch: true,
  });
});
afterAll(() => app?.stop());

const heightOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.height ?? 0;

describe('a list row', () => {
  it('opens a bottom sheet with its actions on a long press, and not the ticket', async () => {
    const { page } = ana;
    await pressLong(page, rowOf(page, 'Juliana Barros').getByText('Juliana Barros'));
    const sheet = page.getByRole('dialog', { name: 'Juliana Barros' });
    await sheet.getByRole('menuitem', { name: 'Devolver à fila' }).waitFor();
    const box = await sheet.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(HEIGHT);
    for (const item of await sheet.getByRole('menuitem').all())
      expect(await heightOf(item)).toBeGreaterThanOrEqual(44);
    await keepScreenshot(page, 'row-sheet-phone');
    expect(new URL(page.url()).pathname).toBe('/tickets');
    await page.goBack();
    await sheet.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/tickets');
  });
});

describe('a message', () => {
  it('opens the same sheet on a long press', async () => {
    const { page } = ana;
    await openTicket(page, 'Juliana Barros');
    await longPress(page, 'Vou pedir pro marceneiro');
    const sheet = page.getByRole('dialog', { name: 'Ações da mensagem' });
    const box = await sheet.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(HEIGHT);
    await keepScreenshot(page, 'message-sheet-phone');
    await sheet.getByRole('menuitem', { name: 'Responder' }).click();
    await sheet.waitFor({ state: 'hidden' });
  });
});

describe('above the on-screen keyboard', () => {
  it('messages have at least 45 % of the visible height, with a long draft and a quoted message, too', async () => {
    const { page } = ana;
    await bubbleOf(page, 'Vou pedir pro marceneiro').waitFor();
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.focus();
    await page.setViewportSize({ width: WIDTH, height: ROOM });
    const log = page.getByRole('log');
    await page.getByRole('tab', { name: 'Conversa' }).waitFor({ state: 'hidden' });
    await keepScreenshot(page, 'keyboard-phone');
    await expect.poll(() => heightOf(log)).toBeGreaterThanOrEqual(ROOM * 0.45);
    await field.fill(Array.from({ length: 9 }, (_, line) => `Linha ${line}`).join('\n'));
    await keepScreenshot(page, 'keyboard-long-draft-phone');
    await expect.poll(() => heightOf(log)).toBeGreaterThanOrEqual(ROOM * 0.45);
    await page.setViewportSize({ width: WIDTH, height: HEIGHT });
    await page.getByRole('tab', { name: 'Conversa' }).waitFor();
    await field.fill('');
  });
});
