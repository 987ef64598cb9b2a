import type { Page } from 'playwright-core';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import type { Figure } from '../figure.ts';
import type { Dataset } from '../generate.ts';
import { percentile } from '../measure.ts';
import { inInbox, openClosedTickets } from './inbox.ts';

const TICKETS = 60;
/** The first tickets are not counted, because the browser still loads and compiles its code. */
const WARM_UP = 5;
const LIMIT_MS = 180;
/** Latency of a slow line, which a ticket may take once. */
const LATENCY_MS = 150;
const TICKETS_AT_LATENCY = 25;

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

/** Clicks tickets that were not opened yet, and records the time until a frame shows each ticket's messages. */
const clickTickets = (count: number): string => `(async () => {
  const scroller = document.querySelector('main ul').parentElement;
  const frame = () => new Promise(requestAnimationFrame);
  const isShown = (link) => {
    const title = document.querySelector('h1')?.textContent;
    return title === link.textContent && location.pathname === link.pathname;
  };
  const tookMs = [];
  const opened = (globalThis.opened ??= new Set());
  for (let turn = 0; turn < ${count} * 20 && tookMs.length < ${count}; turn++) {
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

const openTickets = async (page: Page, count: number): Promise<number[]> =>
  z
    .array(z.number())
    .length(count)
    .parse(await page.evaluate(clickTickets(count)))
    .slice(WARM_UP);

const figureOf = (name: string, tookMs: readonly number[], latencyMs: number): Figure => {
  const p95 = percentile(tookMs, 0.95);
  return {
    name: `${tookMs.length} tickets opened${name}, from click to messages`,
    value: `p50 ${percentile(tookMs, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    limits: [{ of: 'p95', ms: p95, atMostMs: LIMIT_MS, waitMs: latencyMs }],
  };
};

/**
 * Measures in Chromium the time from the click on a ticket that was never opened before to the frame that shows its
 * messages, without latency and with it.
 */
export const measureOpening = (stack: StackProcess, dataset: Dataset, password: string): Promise<Figure[]> =>
  inInbox(stack, dataset.adminEmail, password, async (page) => {
    await openClosedTickets(page);
    const cpuBefore = await cpuMsOfPages(page);
    const near = await openTickets(page, TICKETS);
    const cpuMs = ((await cpuMsOfPages(page)) - cpuBefore) / TICKETS;
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    const far = await openTickets(page, TICKETS_AT_LATENCY);
    return [
      figureOf('', near, 0),
      figureOf(` over a line of ${LATENCY_MS} ms`, far, LATENCY_MS),
      { name: 'CPU of the page for each ticket', value: `${cpuMs.toFixed(0)} ms`, cpuMs },
    ];
  });
