import { chromium, type Page } from 'playwright-core';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import type { Dataset } from '../generate.ts';
import type { Figure } from '../run.ts';

const ROWS = 10_000;
const ROW_PX = 72;
/** Five rows in every frame: faster than a hand throws a list. */
const STEP_PX = 360;
const LONG_FRAME_MS = 50;
/** Two frames of a screen of 60 Hz. */
const FRAME_TARGET_MS = 34;
const WAIT_MS = 300_000;

const framesSchema = z.object({ framesMs: z.array(z.number()), rows: z.number(), nodes: z.number() });
type Frames = z.infer<typeof framesSchema>;

/**
 * Scrolls the list by a step in every frame, down to a row, and notes how long each frame took and how many elements
 * the page had at most. Waits at the end of what is loaded.
 */
const scrollTo = (page: Page, row: number): Promise<Frames> =>
  page
    .evaluate(
      `(async () => {
        const list = document.querySelector('main ul');
        const scroller = list.parentElement;
        const frame = () => new Promise(requestAnimationFrame);
        const framesMs = [];
        let nodes = 0;
        let last = await frame();
        scroller.scrollTop = 0;
        while (scroller.scrollTop + scroller.clientHeight < ${row * ROW_PX}) {
          const before = scroller.scrollTop;
          scroller.scrollTop = before + ${STEP_PX};
          const now = await frame();
          framesMs.push(now - last);
          last = now;
          if (framesMs.length % 20 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length);
        }
        return { framesMs, rows: Math.round(list.clientHeight / ${ROW_PX}), nodes };
      })()`,
    )
    .then((result) => framesSchema.parse(result));

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

const figureOf = (name: string, { framesMs, nodes }: Frames): Figure => {
  const sorted = framesMs.toSorted((a, b) => a - b);
  const p95 = at(sorted, 0.95);
  const long = sorted.filter((ms) => ms > LONG_FRAME_MS).length;
  return {
    name,
    value: `p50 ${at(sorted, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, longest ${at(sorted, 1).toFixed(0)} ms a frame; ${long} of ${sorted.length} over ${LONG_FRAME_MS} ms; ${nodes} elements`,
    target: `p95 ≤ ${FRAME_TARGET_MS} ms`,
    met: p95 <= FRAME_TARGET_MS,
  };
};

/** How smoothly a list of 10,000 tickets scrolls in Chromium: while its pages come in, and when they are there. */
export const measureScrolling = async (
  stack: StackProcess,
  dataset: Dataset,
  password: string,
): Promise<Figure[]> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(`${stack.url}/login`);
    await page.locator('input[name=email]').fill(dataset.adminEmail);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/tickets');
    await page.getByRole('button', { name: 'Mostrar os de todos' }).click();
    await page.getByRole('tab', { name: 'Resolvidos' }).click();
    await page.locator('main li').first().waitFor();
    const loading = await scrollTo(page, ROWS);
    const loaded = await scrollTo(page, ROWS);
    return [
      figureOf(`${ROWS.toLocaleString('en')} tickets, while they load`, loading),
      figureOf(`${ROWS.toLocaleString('en')} tickets, loaded`, loaded),
    ];
  } finally {
    await browser.close();
  }
};
