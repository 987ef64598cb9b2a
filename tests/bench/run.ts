import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../support/chromium.ts';
import { endStackProcesses, startStackProcess } from '../support/stack-process.ts';
import { calibrate } from './calibration.ts';
import { type Figure, judge, REFERENCE_MS } from './figure.ts';
import { compareFigures, keepFigures } from './kept-figures.ts';
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

const PASSWORD = 'Bench-password-1';
/**
 * `npm run bench` measures what takes minutes together, `npm run bench -- all` everything, `npm run bench -- fan-out` only
 * scenarios with this text in the title. With `--keep` the CPU figures replace the stored ones.
 */
const KEEP = '--keep';
const ALL = 'all';
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const isAll = words.includes(ALL);
const wanted = words.filter((word) => word !== KEEP && word !== ALL).join(' ');
type Depth = 'each run' | 'all';
const isWanted = (title: string, depth: Depth = 'each run'): boolean =>
  title.toLowerCase().includes(wanted) && (depth === 'each run' || isAll || wanted !== '');

const SIZES = isAll ? [1_000, 20_000, 200_000] : [1_000, 20_000];
const QUEUES = 3;
/** A company whose lists span many queues. */
const WIDE = { tickets: 20_000, queues: 100 };
const IDLE_LIMIT_MB = 500;
const READY_LIMIT_MS = 10_000;
/** The scrolled list needs this many closed tickets, besides tickets with other statuses. */
const SCROLLED_TICKETS = 15_000;
const SETTLE_MS = 5_000;

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));
const log = (text: string) => console.log(text);

const print = (title: string, tookS: number, figures: readonly Figure[]): void => {
  log(`\n${title} (measured in ${tookS.toFixed(0)} s)`);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures) {
    const { name, value, cpuMs } = figure;
    const multiple = cpuMs === undefined ? '' : `   ${(cpuMs / calibrationMs).toFixed(1)} ×`;
    const judged = judge(figure, calibrationMs);
    const verdict =
      judged === undefined ? '' : `   target ${judged.targets}   ${judged.met ? 'met' : 'MISSED'}`;
    log(`  ${name.padEnd(width)}   ${value}${multiple}${verdict}`);
  }
};

/** Ending of the titles of scenarios that use a browser. */
const IN_CHROMIUM = ', in Chromium';
if (isWanted(`a list${IN_CHROMIUM}`) && !ensureChromium())
  throw new Error('the bench needs Chromium: install it, or name one with CHROMIUM=/path/to/chromium');

const startedAt = performance.now();
const calibrationMs = await calibrate();
const dataDir = await mkdtemp(join(tmpdir(), 'prosa-bench-'));
const results: Record<string, readonly Figure[]> = {};
const cpuFigures = new Map<string, number>();
const measure = async (
  title: string,
  figuresOf: () => Promise<readonly Figure[]>,
  depth: Depth = 'each run',
): Promise<void> => {
  if (!isWanted(title, depth)) return;
  const begunAt = performance.now();
  const figures = await figuresOf();
  results[title] = figures;
  for (const { name, cpuMs } of figures) if (cpuMs !== undefined) cpuFigures.set(`${title}: ${name}`, cpuMs);
  print(title, (performance.now() - begunAt) / 1000, figures);
};

try {
  log(
    `Calibration: ${calibrationMs.toFixed(2)} ms of CPU for a page of 40 rows; × are multiples of it. Limits in time are those of a machine that needs ${REFERENCE_MS} ms, times ${(calibrationMs / REFERENCE_MS).toFixed(2)}`,
  );
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
        limits: [{ ms: stack.readyMs, atMostMs: READY_LIMIT_MS }],
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
  await measure('A hanging host', () => measureHangingHost(stack, PASSWORD), 'all');
  await measure('Fan-out of one event', () => measureFanOut(stack, PASSWORD));
  await measure('Schedules', () => measureSchedules(stack, PASSWORD), 'all');
  const [smallest] = datasets;
  if (smallest !== undefined)
    await measure('Imports of contacts', () => measureImports(stack, smallest, PASSWORD));
  await measure('A campaign', () => measureCampaigns(stack, PASSWORD), 'all');
  if (smallest !== undefined)
    await measure('Old messages of a phone', () => measureHistory(stack, smallest, PASSWORD), 'all');
  await stack.stop();

  await measure('Table units of each step', measureUnitsOfSteps);
  await measure('Timers', measureTimers, 'all');
  await measure('Endings of tickets', measureWatches, 'all');
  await measure('The ticket report', measureTicketReport, 'all');
  await measure('Bundles', measureBundles);
  await measure('Paired numbers', measureNumbers, 'all');

  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  await writeFile(file, JSON.stringify({ at, sizes: SIZES, calibrationMs, results }, null, 2));
  log(`\nWritten to ${file} after ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
  const { commit, ratios } = await compareFigures(cpuFigures, calibrationMs);
  log(`CPU of ${ratios.length} figures beside commit ${commit}, in multiples of each run's calibration:`);
  for (const { name, before, now, ratio } of ratios)
    log(`  ${ratio.toFixed(2)}   ${name}, ${before} × → ${now} ×`);
  if (words.includes(KEEP)) await keepFigures(cpuFigures, calibrationMs);
} finally {
  await endStackProcesses();
  await rm(dataDir, { recursive: true, force: true });
}
