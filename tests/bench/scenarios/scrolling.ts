import type { Page } from 'playwright-core';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import type { Figure } from '../figure.ts';
import type { Dataset } from '../generate.ts';
import { percentile } from '../measure.ts';
import { SHOWN_MESSAGES } from '../prepare-data.ts';
import { inInbox, openClosedTickets } from './inbox.ts';

const ROWS = 10_000;
const ROW_PX = 72;
/** Five rows in every frame, which is faster than a user can throw a list. */
const STEP_PX = 360;
const LONG_FRAME_MS = 50;
/** Two frames of a 60 Hz screen. */
const FRAME_TARGET_MS = 34;
/** A conversation counts as loaded when nothing has come at its beginning for this many frames in a row. */
const STILL_FRAMES = 120;

const framesSchema = z.object({ framesMs: z.array(z.number()), nodes: z.number() });
type Frames = z.infer<typeof framesSchema>;

/**
 * Scrolls by a step in every frame, and records the duration of each frame and the page's highest number of elements.
 *
 * @param scroller the scrolled element, as an expression of the page
 * @param goesOn whether another step is due, as an expression of the page that may use `scroller` and `stillFrames`
 */
const scroll = (page: Page, scroller: string, stepPx: number, goesOn: string): Promise<Frames> =>
  page
    .evaluate(
      `(async () => {
        const scroller = ${scroller};
        const frame = () => new Promise(requestAnimationFrame);
        const framesMs = [];
        let nodes = 0;
        let stillFrames = 0;
        let last = await frame();
        while (${goesOn}) {
          const before = [scroller.scrollTop, scroller.scrollHeight].join();
          scroller.scrollTop += ${stepPx};
          const now = await frame();
          framesMs.push(now - last);
          last = now;
          stillFrames = [scroller.scrollTop, scroller.scrollHeight].join() === before ? stillFrames + 1 : 0;
          if (framesMs.length % 20 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length);
        }
        return { framesMs: framesMs.slice(0, framesMs.length - stillFrames), nodes };
      })()`,
    )
    .then((result) => framesSchema.parse(result));

const figureOf = (name: string, { framesMs, nodes }: Frames): Figure => {
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => percentile(framesMs, share));
  const long = framesMs.filter((ms) => ms > LONG_FRAME_MS).length;
  return {
    name,
    value: `p50 ${p50?.toFixed(0)} ms, p95 ${p95?.toFixed(0)} ms, longest ${longest?.toFixed(0)} ms a frame; ${long} of ${framesMs.length} over ${LONG_FRAME_MS} ms; ${nodes} elements`,
    limits: [{ of: 'p95', ms: p95 ?? Number.POSITIVE_INFINITY, atMostMs: FRAME_TARGET_MS }],
  };
};

/**
 * Measures how smoothly a list of 10,000 tickets scrolls in Chromium, while its pages load and when they are loaded.
 */
export const measureScrolling = (
  stack: StackProcess,
  dataset: Dataset,
  password: string,
): Promise<Figure[]> =>
  inInbox(stack, dataset.adminEmail, password, async (page) => {
    await openClosedTickets(page);
    const list = `document.querySelector('main ul').parentElement`;
    const before = `scroller.scrollTop + scroller.clientHeight < ${ROWS * ROW_PX}`;
    const loading = await scroll(page, list, STEP_PX, before);
    await page.evaluate(`${list}.scrollTop = 0`);
    const loaded = await scroll(page, list, STEP_PX, before);
    return [
      figureOf(`${ROWS.toLocaleString('en')} tickets, while they load`, loading),
      figureOf(`${ROWS.toLocaleString('en')} tickets, loaded`, loaded),
    ];
  });

const pageSchema = z.object({ messages: z.array(z.unknown()) });

/**
 * Measures how smoothly a conversation of 5,000 messages scrolls: up to its beginning while its pages load, and down
 * again.
 */
export const measureConversation = (
  stack: StackProcess,
  dataset: Dataset,
  password: string,
): Promise<Figure[]> =>
  inInbox(stack, dataset.agentEmail, password, async (page) => {
    const pages: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!response.url().includes(`/api/messages/${dataset.ticketUuid}`)) return;
      pages.push(response.json().then((body) => pageSchema.parse(body).messages.length));
    });
    await page.goto(`${stack.url}/tickets/${dataset.ticketUuid}`);
    await page.getByRole('log').getByRole('article').last().waitFor();
    // The list stays at its end until the user scrolls it.
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -STEP_PX);
    const log = `document.querySelector('[role=log]')`;
    const loading = await scroll(page, log, -STEP_PX, `stillFrames < ${STILL_FRAMES}`);
    const loaded = await scroll(page, log, STEP_PX, `stillFrames < ${STILL_FRAMES}`);
    const messages = (await Promise.all(pages)).reduce((sum, count) => sum + count, 0);
    if (messages < SHOWN_MESSAGES)
      throw new Error(`only ${messages} messages of ${SHOWN_MESSAGES} were loaded`);
    return [
      figureOf(`${messages.toLocaleString('en')} messages, up while they load`, loading),
      figureOf(`${messages.toLocaleString('en')} messages, down again`, loaded),
    ];
  });
