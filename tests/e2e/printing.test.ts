import { takenIn } from '@prosa/functions/domain/turns/message-turns.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { DEMO_COMPANY_ID } from '@prosa/infra/local/seed.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PNG } from '../factories/files.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { ownTable } from '../support/own-company.ts';
import { plant } from '../support/plant.ts';
import { type App, startApp } from './support/app.ts';
import { attach, bubbleOf, chooseInHeader, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const [ANA, SALES, CONNECTION] = [1, 2, 1];
const MESSAGES = 2_000;
const MINUTE_MS = 60_000;
/** The longest that the page may be blocked at once, on a machine that runs other things as well. */
const FROZEN_MS = 1_000;
const A4_POINTS = { width: 595, height: 842 };

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

/** Counts print calls instead of printing, and records how long the page was blocked. */
const WATCH = `
  globalThis.printed = 0;
  globalThis.busyMs = 0;
  globalThis.print = () => { globalThis.printed += 1; };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.busyMs = Math.max(globalThis.busyMs, duration);
  }).observe({ type: 'longtask', buffered: true });
`;

it('a conversation of 2,000 messages is laid out for A4, with pictures, emoji and notes, and prints without freezing', async () => {
  const table = ownTable(DEMO_COMPANY_ID);
  const contact = await makeContact(table, { name: 'Conversa Longa' });
  const ticket = await makeTicket(
    table,
    { contact, connectionId: CONNECTION },
    { status: 'open', userId: ANA, queueId: SALES },
  );
  const start = Date.now() - MESSAGES * MINUTE_MS;
  await writeBatch(
    Array.from({ length: MESSAGES }, (_, nth) => {
      const fromMe = nth % 3 === 0;
      const isPrivate = nth % 50 === 0;
      const fields = {
        fromMe,
        isPrivate,
        userId: fromMe ? ANA : null,
        sendState: isPrivate ? ('private' as const) : fromMe ? ('sent' as const) : ('received' as const),
        body: plant(`Linha ${nth} da conversa longa, com *negrito* e emoji 🧊😀`),
      };
      const row = takenIn(ticket, fields, start + nth * MINUTE_MS, { ids: systemIds, nowMs: Date.now() });
      return table.put(Message, row, 'any');
    }),
  );
  const { page, context } = await app.signIn('ana@demo.local');
  await context.addInitScript(WATCH);
  await openTicket(page, 'Conversa Longa');
  await attach(page, { name: 'foto.png', mimeType: 'image/png', buffer: PNG }, 'Veja a foto 📷');
  await bubbleOf(page, 'Veja a foto').getByRole('img').first().waitFor();
  await page.getByRole('tab', { name: 'Nota' }).click();
  await page.getByRole('textbox', { name: 'Nota privada' }).fill('só para a equipe');
  await page.keyboard.press('Enter');
  await bubbleOf(page, 'só para a equipe').waitFor();

  const opened = context.waitForEvent('page');
  await chooseInHeader(page, 'Exportar em PDF');
  const paper = await opened;
  await paper.getByRole('heading', { name: 'Conversa Longa', level: 1 }).waitFor();
  await expect.poll(() => paper.evaluate('globalThis.printed'), { timeout: 60_000 }).toBe(1);
  await paper.getByText('2.002 mensagens').waitFor();
  const articles = paper.getByRole('article');
  await expect.poll(() => articles.count()).toBe(MESSAGES + 2);
  await articles.first().getByText('Linha 0 da conversa longa').waitFor();
  await articles.last().getByText('Nota privada de Ana Ribeiro').waitFor();
  await expect.poll(() => paper.locator('article.note').count()).toBe(MESSAGES / 50 + 1);
  expect(
    await paper
      .locator('article img')
      .first()
      .evaluate((node) => Number(Reflect.get(node, 'naturalWidth'))),
  ).toBeGreaterThan(0);
  expect(Number(await paper.evaluate('globalThis.busyMs'))).toBeLessThan(FROZEN_MS);
  const rule = await paper.evaluate(
    `[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).find((rule) => rule.cssText.startsWith('@page'))?.cssText`,
  );
  expect(String(rule).toLowerCase()).toMatch(/size: a4( portrait)?; margin: 1mm/);

  await paper.emulateMedia({ media: 'print' });
  await expect.poll(() => paper.getByRole('button').count()).toBe(0);
  await keepScreenshot(paper, 'conversation-on-paper');
  const pdf = (await paper.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)];
  expect(sizes.length).toBeGreaterThan(MESSAGES / 60);
  for (const [, width, height] of sizes) {
    expect(Number(width)).toBeCloseTo(A4_POINTS.width, -0.5);
    expect(Number(height)).toBeCloseTo(A4_POINTS.height, -0.5);
  }
  await context.close();
});

it('a conversation without messages shows that there is nothing to export', async () => {
  const table = ownTable(DEMO_COMPANY_ID);
  const contact = await makeContact(table, { name: 'Sem Palavras' });
  const ticket = await makeTicket(
    table,
    { contact, connectionId: CONNECTION },
    { status: 'open', userId: ANA, queueId: SALES },
  );
  const { page, context } = await app.signIn('ana@demo.local');
  await context.addInitScript(WATCH);
  await page.goto(`${app.stack.url}/tickets/${ticket.uuid}/print`);
  await page.getByRole('alert').getByText('Elemento não encontrado para exportar.').waitFor();
  expect(await page.evaluate('globalThis.printed')).toBe(0);
  await context.close();
  expect(app.complaints).toEqual([]);
});

it('a quote looks as in the conversation, without the marks of its formatting', async () => {
  const { page, context } = await app.signIn('ana@demo.local');
  await openTicket(page, 'Gustavo Henrique Prado');
  await context.addInitScript(WATCH);
  await page.goto(`${page.url()}/print`);
  const quote = page.getByRole('blockquote');
  await quote.filter({ hasText: 'Qualquer que seja a resposta' }).waitFor();
  expect((await quote.allTextContents()).filter((text) => text.includes('*'))).toEqual([]);
  await context.close();
});
