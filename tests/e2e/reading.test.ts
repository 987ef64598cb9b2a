import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, startApp } from './support/app.ts';
import { bubbleOf, choose, openTab, openTicket, rowOf, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

/** More than one page of messages, and more than two. */
const UNREAD = 45;

let app: App;

beforeAll(async () => {
  app = await startApp();
  return app.stop;
});
beforeEach(({ onTestFailed, task }) => onTestFailed(() => app.keepEvidence(task.name)));

describe('a conversation with much unread', () => {
  it('opens at its first unread message, however many pages back', async () => {
    const rosa = app.customer('5511987650077', 'Rosa Nogueira');
    const { page } = await app.signIn('ana@demo.local');
    await rosa.write('Oi, sou a Rosa');
    await openTab(page, 'Aguardando');
    await rowOf(page, rosa.name)
      .getByRole('button', { name: `Aceitar ${rosa.name}` })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, 'Fila', 'Vendas');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.getByRole('heading', { name: rosa.name, level: 1 }).waitFor();
    await say(page, 'Olá, Rosa!');
    await rosa.gets((line) => line.text?.includes('Olá, Rosa!') ?? false, 'the greeting');
    await page.goto(`${app.stack.url}/tickets`);
    await rowOf(page, rosa.name).waitFor();
    for (let index = 1; index <= UNREAD; index++) await rosa.write(`Pergunta ${index}.`);
    await rowOf(page, rosa.name).getByText(`${UNREAD} mensagens não lidas`).waitFor({ state: 'attached' });

    await openTicket(page, rosa.name);
    const line = page.getByRole('log').getByText(`${UNREAD} mensagens não lidas`);
    await line.waitFor();
    await bubbleOf(page, 'Pergunta 1.').waitFor();
    const box = await line.boundingBox();
    const log = await page.getByRole('log').boundingBox();
    expect((box?.y ?? 0) - (log?.y ?? 0)).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) - (log?.y ?? 0)).toBeLessThan(120);
    await keepScreenshot(page, 'unread-line');
    await rowOf(page, rosa.name).getByText(`${UNREAD} mensagens não lidas`).waitFor({ state: 'detached' });

    // Read: coming back opens at the end.
    await openTicket(page, 'Juliana Barros');
    await openTicket(page, rosa.name);
    await bubbleOf(page, `Pergunta ${UNREAD}.`).waitFor();
    expect(await page.getByRole('log').getByText('mensagens não lidas').count()).toBe(0);
  });
});

describe('a conversation of several screens', () => {
  it('opens at its end on a phone, too', async () => {
    const { page } = await app.signIn('ana@demo.local', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await openTicket(page, 'Gustavo Henrique Prado');
    const log = page.getByRole('log');
    await bubbleOf(page, 'Vou cobrar mesmo').waitFor();
    await expect
      .poll(() => log.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop))
      .toBeLessThan(2);
    expect(await log.evaluate((element) => element.scrollTop)).toBeGreaterThan(400);
  });
});
