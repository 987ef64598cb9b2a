import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../support/chromium.ts';
import { endStackProcesses, startStackProcess } from '../support/stack-process.ts';
import { calibrate } from './calibration.ts';
import { keepFigures } from './kept-figures.ts';
import { treeRssBytes } from './measure.ts';
import { prepareData } from './prepare-data.ts';
import { measureAutomatic, measureWatches } from './scenarios/automatic.ts';
import { measureBundles } from './scenarios/bundles.ts';
import { measureCampaigns } from './scenarios/campaigns.ts';
import { measureCapacity } from './scenarios/capacity.ts';
import { measureContentSearch } from './scenarios/content-search.ts';
import { measureExternal } from './scenarios/external.ts';
import { measureFanOut } from './scenarios/fan-out.ts';
import { measureFlowEditor } from './scenarios/flow-editor.ts';
import { measureHangingHost } from './scenarios/hanging-host.ts';
import { measureHistory } from './scenarios/history.ts';
import { measureImports } from './scenarios/imports.ts';
import { measureInbound } from './scenarios/inbound.ts';
import { measureNumbers } from './scenarios/numbers.ts';
import { measureOpening } from './scenarios/opening.ts';
import { measureReads } from './scenarios/reads.ts';
import { measureSchedules } from './scenarios/schedules.ts';
import { measureConversation, measureScrolling } from './scenarios/scrolling.ts';
import { measureUnitsOfSteps } from './scenarios/step-units.ts';
import { measureSteps } from './scenarios/steps.ts';
import { measureTicketReport } from './scenarios/ticket-report.ts';
import { measureTimers } from './scenarios/timers.ts';
import { measureWebhooks } from './scenarios/webhooks.ts';

/** A measured figure, with its target if there is one. */
export interface Figure {
  name: string;
  value: string;
  target?: string;
  met?: boolean;
  /**
   * CPU milliseconds of one call, message or event; stored beside the calibration, and compared with the last run's.
   */
  cpuMs?: number;
}

const PASSWORD = 'Bench-password-1';
const SIZES = (process.env.BENCH_SIZES ?? '1000,20000,200000').split(',').map(Number);
const QUEUES = 3;
/** A company whose lists span many queues. */
const WIDE = { tickets: Number(process.env.BENCH_WIDE_TICKETS ?? 20_000), queues: 100 };
const IDLE_LIMIT_MB = 500;
const READY_LIMIT_S = 10;
/** The scrolled list needs this many closed tickets, besides tickets with other statuses. */
const SCROLLED_TICKETS = 15_000;
const SETTLE_MS = 5_000;

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));
const log = (text: string) => console.log(text);

/** `npm run bench -- fan-out` measures only scenarios with this text in the title. */
const wanted = process.argv[2]?.toLowerCase() ?? '';
const isWanted = (title: string): boolean => title.toLowerCase().includes(wanted);

const print = (title: string, figures: readonly Figure[]): void => {
  log(`\n${title}`);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const { name, value, target, met, cpuMs } of figures) {
    const multiple = cpuMs === undefined ? '' : `   ${(cpuMs / calibrationMs).toFixed(1)} ×`;
    const verdict = target === undefined ? '' : `   target ${target}   ${met === true ? 'met' : 'MISSED'}`;
    log(`  ${name.padEnd(width)}   ${value}${multiple}${verdict}`);
  }
};

/** Ending of the titles of scenarios that use a browser. */
const IN_CHROMIUM = ', in Chromium';
if (isWanted(`a list${IN_CHROMIUM}`) && !ensureChromium())
  throw new Error('the bench needs Chromium: install it, or name one with CHROMIUM=/path/to/chromium');

const calibrationMs = calibrate();
const dataDir = await mkdtemp(join(tmpdir(), 'prosa-bench-'));
const results: Record<string, readonly Figure[]> = {};
const dearer: Awaited<ReturnType<typeof keepFigures>> = [];
const measure = async (title: string, figuresOf: () => Promise<readonly Figure[]>): Promise<void> => {
  if (!isWanted(title)) return;
  const figures = await figuresOf();
  results[title] = figures;
  // Stored at once, so that an aborted run keeps what it has measured.
  const cpuFigures = figures.flatMap(({ name, cpuMs }): [string, number][] =>
    cpuMs === undefined ? [] : [[`${title}: ${name}`, cpuMs]],
  );
  dearer.push(...(await keepFigures(new Map(cpuFigures), calibrationMs)));
  print(title, figures);
};

try {
  log(`Calibration: ${calibrationMs.toFixed(2)} ms of CPU for a page of 40 rows; × are multiples of it`);
  log(`Making data: ${SIZES.map((size) => size.toLocaleString('en')).join(', ')} tickets`);
  const sizes = SIZES.map((tickets) => ({ tickets, queues: QUEUES }));
  const madeAt = performance.now();
  const all = await prepareData(dataDir, [...sizes, WIDE], PASSWORD);
  const messages = all.reduce((sum, dataset) => sum + dataset.messages, 0);
  log(
    `Made ${messages.toLocaleString('en')} messages in ${((performance.now() - madeAt) / 1000).toFixed(0)} s`,
  );
  const datasets = all.slice(0, SIZES.length);

  await measure('Table units per call', async () => {
    const metered = await startStackProcess(dataDir, { METER: '1', PROSA_ADMIN_PASSWORD: PASSWORD });
    const figures = await measureCapacity(metered.url, all, PASSWORD);
    await metered.stop();
    return figures;
  });

  const stack = await startStackProcess(dataDir, { PROSA_ADMIN_PASSWORD: PASSWORD });
  await settle();
  await measure('The system at rest', async () => {
    const idleMb = treeRssBytes(stack.pid) / 1024 / 1024;
    return [
      {
        name: 'ready after a warm install',
        value: `${(stack.readyMs / 1000).toFixed(1)} s`,
        target: `≤ ${READY_LIMIT_S} s`,
        met: stack.readyMs <= READY_LIMIT_S * 1000,
      },
      {
        name: 'resident memory of all processes',
        value: `${idleMb.toFixed(0)} MB`,
        target: `≤ ${IDLE_LIMIT_MB} MB`,
        met: idleMb <= IDLE_LIMIT_MB,
      },
    ];
  });
  for (const dataset of all) {
    await measure(
      `Reads, ${dataset.tickets.toLocaleString('en')} tickets, ${dataset.queueIds.length} queues`,
      () => measureReads(stack, dataset, PASSWORD),
    );
  }
  for (const dataset of datasets) {
    await measure(`Content search, ${dataset.messages.toLocaleString('en')} messages`, () =>
      measureContentSearch(stack, dataset, PASSWORD),
    );
  }
  const largest = datasets.at(-1);
  if (largest !== undefined) {
    await measure(`Opening a ticket${IN_CHROMIUM}`, () => measureOpening(stack, largest, PASSWORD));
    await measure(`A long conversation${IN_CHROMIUM}`, () => measureConversation(stack, largest, PASSWORD));
    await measure(`The flow editor${IN_CHROMIUM}`, () => measureFlowEditor(stack, largest, PASSWORD));
  }
  const long = datasets.findLast(({ tickets }) => tickets > SCROLLED_TICKETS);
  if (long !== undefined)
    await measure(`Scrolling${IN_CHROMIUM}`, () => measureScrolling(stack, long, PASSWORD));
  await measure('Steps of a ticket and sends', () => measureSteps(stack, PASSWORD));
  await measure('Inbound, customer to browser', () => measureInbound(stack, PASSWORD));
  await measure('Deliveries of Meta', () => measureWebhooks(stack, dataDir, PASSWORD));
  await measure('Sends of other programs', () => measureExternal(stack, PASSWORD));
  await measure('Automatic answers', () => measureAutomatic(stack, PASSWORD));
  await measure('A hanging host', () => measureHangingHost(stack, PASSWORD));
  await measure('Fan-out of one event', () => measureFanOut(stack, PASSWORD));
  await measure('Schedules', () => measureSchedules(stack, PASSWORD));
  const [smallest] = datasets;
  if (smallest !== undefined)
    await measure('Imports of contacts', () => measureImports(stack, smallest, PASSWORD));
  await measure('A campaign', () => measureCampaigns(stack, PASSWORD));
  if (smallest !== undefined)
    await measure('Old messages of a phone', () => measureHistory(stack, smallest, PASSWORD));
  await stack.stop();

  await measure('Table units of each step', measureUnitsOfSteps);
  await measure('Timers', measureTimers);
  await measure('Endings of tickets', measureWatches);
  await measure('The ticket report', measureTicketReport);
  await measure('Bundles', measureBundles);
  await measure('Paired numbers', measureNumbers);

  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  await writeFile(
    file,
    JSON.stringify({ at: new Date().toISOString(), sizes: SIZES, calibrationMs, results }, null, 2),
  );
  log(`\nWritten to ${file}`);
  for (const { name, before, now } of dearer)
    log(`DEARER than the last run: ${name}, ${before} × → ${now} ×`);
} finally {
  await endStackProcesses();
  await rm(dataDir, { recursive: true, force: true });
}
