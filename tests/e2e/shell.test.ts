import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, startApp } from './support/app.ts';

let app: App;

beforeAll(async () => {
  app = await startApp();
  return app.stop;
});
beforeEach(({ onTestFailed, task }) => onTestFailed(() => app.keepEvidence(task.name)));

describe('the line between list and conversation', () => {
  const lineOf = (page: Page) => page.getByRole('separator', { name: 'Largura da lista' });
  const widthOf = async (page: Page): Promise<number> =>
    Math.round((await page.locator('[data-panel]').first().boundingBox())?.width ?? 0);
  const drag = async (page: Page, byPx: number): Promise<void> => {
    const box = await lineOf(page).boundingBox();
    if (box === null) throw new Error('there is no line');
    await page.mouse.move(box.x, 400);
    await page.mouse.down();
    await page.mouse.move(box.x + byPx, 400, { steps: 4 });
    await page.mouse.up();
  };
  const kept = (page: Page) => page.waitForResponse(/toggleChangeWidht/);

  it('is dragged or moved by keys from 404 to 700 px, and stays where it was left', async () => {
    const { page } = await app.signIn('ana@demo.local');
    await lineOf(page).waitFor();
    await expect.poll(() => widthOf(page)).toBe(550);
    await drag(page, 400);
    await expect.poll(() => widthOf(page)).toBe(700);
    await lineOf(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => widthOf(page)).toBe(404);
    await page.keyboard.press('End');
    await expect.poll(() => widthOf(page)).toBe(700);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => widthOf(page)).toBeLessThan(700);
    const answer = kept(page);
    await drag(page, -600);
    await answer;
    const answered = kept(page);
    await drag(page, 60);
    await answered;
    await page.reload();
    await lineOf(page).waitFor();
    await expect.poll(() => widthOf(page)).toBe(464);
  });

  it('leaves the conversation the larger part where there is little room, and comes back with the room', async () => {
    const { page } = await app.signIn('bruno@demo.local');
    await lineOf(page).waitFor();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(1024 * 0.45);
    await page.setViewportSize({ width: 800, height: 768 });
    await expect.poll(() => widthOf(page)).toBe(404);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => widthOf(page)).toBe(550);
  });
});
