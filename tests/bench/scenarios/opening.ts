import type { Page } from 'playwright-core';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import type { Dataset } from '../generate.ts';
import { percentile } from '../measure.ts';
import type { Figure } from '../run.ts';
import { inInbox, openClosedTickets } from './inbox.ts';

const TICKETS = 60;
/** The first tickets are not counted, because the browser still loads and compiles its code. */
const WARM_UP = 5;
const LIMIT_MS = 150;

const processesSchema = z.object({
  processInfo: z.array(z.object({ type: z.string(), cpuTime: z.number() })),
});

/** Returns the CPU milliseconds that Chromium's pages have used, which other programs on the machine do not change. */
const cpuMsOfPages = async (page: Page): Promise<number> => {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = processesSchema.parse(await session.send('SystemInfo.getProcessInfo'));
  await session.detach();
  return processInfo.reduce(
    (sum, { type, cpuTime }) => (type === 'renderer' ? sum + cpuTime * 1000 : sum),
    0,
  );
};

/** Clicks one ticket after the other, and records the time until a frame shows that ticket's messages. */
const CLICK_TICKETS = `(async () => {
  const scroller = document.querySelector('main ul').parentElement;
  const frame = () => new Promise(requestAnimationFrame);
  const isShown = (link) => {
    const title = document.querySelector('h1')?.textContent;
    return title === link.textContent && location.pathname === link.pathname;
  };
  const tookMs = [];
  const opened = new Set();
  for (let turn = 0; turn < ${TICKETS} * 20 && tookMs.length < ${TICKETS}; turn++) {
    const top = scroller.getBoundingClientRect().top;
    const link = [...document.querySelectorAll('main li a')].find(
      (one) => !opened.has(one.textContent) && one.getBoundingClientRect().top > top,
    );
    if (link === undefined || link.getBoundingClientRect().bottom > innerHeight) {
      scroller.scrollTop += scroller.clientHeight / 2;
      await frame();
      continue;
    }
    opened.add(link.textContent);
    const before = document.querySelector('[role=log] [role=article], [role=log] article');
    const clickedAt = performance.now();
    link.click();
    for (;;) {
      const now = await frame();
      const first = document.querySelector('[role=log] [role=article], [role=log] article');
      if (isShown(link) && first !== null && first !== before) {
        await frame();
        tookMs.push(performance.now() - clickedAt);
        break;
      }
      if (now - clickedAt > 10_000) throw new Error('the messages of ' + link.textContent + ' did not come');
    }
  }
  return tookMs;
})()`;

/**
 * Measures in Chromium the time from the click on a ticket that was never opened before to the frame that shows its
 * messages.
 */
export const measureOpening = (stack: StackProcess, dataset: Dataset, password: string): Promise<Figure[]> =>
  inInbox(stack, dataset.adminEmail, password, async (page) => {
    await openClosedTickets(page);
    const cpuBefore = await cpuMsOfPages(page);
    const all = z
      .array(z.number())
      .length(TICKETS)
      .parse(await page.evaluate(CLICK_TICKETS));
    const cpuMs = ((await cpuMsOfPages(page)) - cpuBefore) / TICKETS;
    const tookMs = all.slice(WARM_UP);
    const p95 = percentile(tookMs, 0.95);
    return [
      {
        name: `${tookMs.length} tickets opened, from click to messages`,
        value: `p50 ${percentile(tookMs, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, the first ${all[0]?.toFixed(0)} ms`,
        target: `p95 ≤ ${LIMIT_MS} ms`,
        met: p95 <= LIMIT_MS,
      },
      { name: 'CPU of the page for each ticket', value: `${cpuMs.toFixed(0)} ms`, cpuMs },
    ];
  });
