import type { Page } from 'playwright-core';
import * as z from 'zod';
import { flowLink, flowNode } from '../../factories/flows.ts';
import type { StackProcess } from '../../support/stack-process.ts';
import { signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Dataset } from '../generate.ts';
import { percentile } from '../measure.ts';
import { inInbox } from './inbox.ts';

const NODES = 500;
/** Nodes of a row, each next to the one before. */
const COLUMNS = 25;
const PLACE_PX = { x: 320, y: 220 } as const;
/** Two frames of a 60 Hz screen. */
const FRAME_TARGET_MS = 34;
const PAN_FRAMES = 120;
/** Faster than a hand moves the pointer. */
const PAN_PX = 24;
const ZOOM_FRAMES = 60;
const WHEEL = 40;

const framesSchema = z.array(z.number());

/** A flow of menus and texts, row after row. */
const longFlow = () => {
  const ids = Array.from({ length: NODES }, (_, at) => (at === 0 ? '1' : `n${at}`));
  const dataOf = (at: number) =>
    at % 4 === 1
      ? {
          message: `Escolha uma opção do menu ${at}`,
          arrayOption: [1, 2, 3].map((number) => ({ number, value: `Opção ${number}` })),
        }
      : { label: `Texto ${at}: nossa loja abre de segunda a sábado, das 8 às 18 horas.` };
  const nodes = ids.map((id, at) => ({
    ...flowNode(id, at === 0 ? 'start' : at % 4 === 1 ? 'menu' : 'message', at === 0 ? {} : dataOf(at)),
    position: { x: (at % COLUMNS) * PLACE_PX.x, y: Math.floor(at / COLUMNS) * PLACE_PX.y },
  }));
  const connections = ids.slice(1).map((id, at) => {
    const source = ids[at] ?? '1';
    return flowLink(source, id, at % 4 === 1 ? 'a1' : 'a');
  });
  return { nodes, connections };
};

/** Sends an event of the pointer or the wheel in every frame, and returns the durations of the frames. */
const framesOf = async (page: Page, frames: number, step: string): Promise<number[]> =>
  framesSchema.parse(
    await page.evaluate(
      `(async () => {
        const pane = document.querySelector('.react-flow__pane');
        const { left, top, width, height } = pane.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const frame = () => new Promise(requestAnimationFrame);
        const wheel = (fields) => pane.dispatchEvent(
          new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: x, clientY: y, ...fields }),
        );
        const framesMs = [];
        let last = await frame();
        for (let at = 0; at < ${frames}; at++) {
          ${step}
          const now = await frame();
          framesMs.push(now - last);
          last = now;
        }
        return framesMs;
      })()`,
    ),
  );

/** A gesture of the mouse that drags the canvas by a few pixels in each frame, there and back. */
const PAN = `
  const mouse = (type, dx) => (type === 'mousedown' ? pane : window).dispatchEvent(
    new MouseEvent(type, { bubbles: true, cancelable: true, view: window, button: 0, buttons: 1, clientX: x + dx, clientY: y }),
  );
  const half = ${PAN_FRAMES / 2};
  if (at === 0) mouse('mousedown', 0);
  mouse('mousemove', -${PAN_PX} * (at < half ? at : 2 * half - at));
  if (at === ${PAN_FRAMES - 1}) mouse('mouseup', 0);
`;
const ZOOM = `wheel({ deltaY: at < ${ZOOM_FRAMES / 2} ? ${WHEEL} : -${WHEEL} });`;

const figureOf = (name: string, framesMs: readonly number[]): Figure => {
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => percentile(framesMs, share));
  return {
    name,
    value: `p50 ${p50?.toFixed(0)} ms, p95 ${p95?.toFixed(0)} ms, longest ${longest?.toFixed(0)} ms a frame`,
    limits: [{ of: 'p95', ms: p95 ?? Number.POSITIVE_INFINITY, atMostMs: FRAME_TARGET_MS }],
  };
};

/** Measures how smoothly the editor of a flow with 500 nodes pans and zooms, near and from afar. */
export const measureFlowEditor = async (
  stack: StackProcess,
  dataset: Dataset,
  password: string,
): Promise<Figure[]> => {
  const client = await signIn(stack.url, dataset.adminEmail, password);
  const { id } = z
    .object({ id: z.number() })
    .parse(await client.call('POST', '/flowbuilder', { name: `Fluxo ${Date.now()}` }));
  await client.call('POST', '/flowbuilder/flow', { idFlow: id, ...longFlow(), publish: false });
  return inInbox(stack, dataset.adminEmail, password, async (page) => {
    await page.goto(`${stack.url}/flowbuilder/${id}`);
    await page.locator('.react-flow__node').first().waitFor();
    const zoomTo = (deltaY: number, times: number) => framesOf(page, times, `wheel({ deltaY: ${deltaY} });`);
    // The page is still opening when its first node shows, so the first pan is not measured.
    await framesOf(page, PAN_FRAMES, PAN);
    const farPan = await framesOf(page, PAN_FRAMES, PAN);
    await zoomTo(-WHEEL * 2, 40);
    const nearPan = await framesOf(page, PAN_FRAMES, PAN);
    const zoom = await framesOf(page, ZOOM_FRAMES, ZOOM);
    return [
      figureOf(`${NODES} nodes, pan from afar`, farPan),
      figureOf(`${NODES} nodes, pan near`, nearPan),
      figureOf(`${NODES} nodes, zoom`, zoom),
    ];
  });
};
