import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { percentile } from '../bench/measure.ts';
import { makeCompany } from '../factories/company.ts';
import { addLanes, cardOf, countOf, fillBoard, laneOf, openBoard } from './support/board.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();

const LANES = 20;
const CARDS = 2_000;
/** Cards that fit in the window, and the few above, below and beside them. */
const DRAWN_MAX = 90;
/** Several times the aims of 1 s and 34 ms, because the machine may be busy and the browser compiles for tests. */
const FIRST_CARD_MS = 5_000;
const FRAME_MS = 200;
const DRAG_STEPS = 60;

/** Goes to the board without loading the app again, and returns the milliseconds until its first card is painted. */
const OPEN = `new Promise((resolve) => {
  const startMs = performance.now();
  history.pushState(null, '', '/Kanban');
  dispatchEvent(new PopStateEvent('popstate'));
  const look = () =>
    document.querySelector('[data-lane] article') === null
      ? requestAnimationFrame(look)
      : requestAnimationFrame(() => resolve(performance.now() - startMs));
  look();
})`;
const RECORD = `
  globalThis.framesMs = [];
  let lastMs = performance.now();
  const frame = (nowMs) => {
    framesMs.push(nowMs - lastMs);
    lastMs = nowMs;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

describe(`a board of ${CARDS.toLocaleString('en')} cards in ${LANES} columns`, () => {
  it('opens at once, renders only visible cards, and stays smooth while a card is dragged', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue({ name: 'Vendas' });
    const connectionId = await company.addConnection();
    const names = Array.from({ length: LANES }, (_, index) => `Etapa ${String(index + 1).padStart(2, '0')}`);
    const lanes = await addLanes(app(), company, names);
    await fillBoard(
      company,
      Array.from({ length: CARDS }, (_, index) => ({
        id: index + 1,
        queueId,
        connectionId,
        lane: lanes[index % LANES],
      })),
    );
    const { page } = await openBoard(app(), company.admin, '/tickets');
    await page.getByRole('navigation').getByRole('link', { name: 'Kanban', exact: true }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/kanban')) requests.push(request.url());
    });
    const openedMs = z.number().parse(await page.evaluate(OPEN));
    await cardOf(page, 'Etapa 01', 'Cliente 1981').waitFor();
    await page.getByText('2.000 atendimentos').waitFor();
    expect(await countOf(page, 'Etapa 01')).toBe('100');
    await keepScreenshot(page, 'kanban-2000');
    await expect.poll(() => page.getByRole('article').count()).toBeLessThanOrEqual(DRAWN_MAX);
    // The counts, the tickets without a column, and the columns in view.
    expect(requests.length).toBeLessThanOrEqual(8);

    // Further pages of a column, and a column outside the window.
    await page.getByRole('group', { name: 'Etapa 01' }).hover();
    for (let page10 = 0; page10 < 12; page10++) await page.mouse.wheel(0, 1_200);
    await expect.poll(() => requests.length).toBeGreaterThan(8);
    await laneOf(page, 'Etapa 20').scrollIntoViewIfNeeded();
    await cardOf(page, 'Etapa 20', 'Cliente 2000').waitFor();
    await laneOf(page, 'Etapa 02').scrollIntoViewIfNeeded();

    const card = await cardOf(page, 'Etapa 02', 'Cliente 1982').boundingBox();
    const target = await laneOf(page, 'Etapa 03').boundingBox();
    if (card === null || target === null) throw new Error('the board is not on the screen');
    await page.mouse.move(card.x + 20, card.y + 20);
    await page.evaluate(RECORD);
    await page.mouse.down();
    for (let step = 1; step <= DRAG_STEPS; step++) {
      const part = step / DRAG_STEPS;
      await page.mouse.move(
        card.x + 20 + (target.x + 60 - card.x) * part,
        card.y + 20 + 300 * Math.sin(part * Math.PI),
      );
    }
    await page.mouse.up();
    const framesMs = z.array(z.number()).parse(await page.evaluate('framesMs'));
    await cardOf(page, 'Etapa 03', 'Cliente 1982').waitFor();
    await expect.poll(() => countOf(page, 'Etapa 03')).toBe('101');
    const p95 = percentile(framesMs, 0.95);
    console.info(
      `first card after ${openedMs.toFixed(0)} ms (aim 1,000); dragging: p95 ${p95.toFixed(0)} ms a frame (aim 34), ${framesMs.length} frames`,
    );
    expect(openedMs).toBeLessThan(FIRST_CARD_MS);
    expect(p95).toBeLessThan(FRAME_MS);
  });
});
