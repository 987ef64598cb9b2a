import { FUNCTIONS } from '../../programs.ts';
import { QUEUES } from '../../resources.ts';
import { SESSION_HOST } from '../../session-host.ts';
import type { PriceName } from './prices.ts';

/** Usage of everything that is billed: the one file to change when a measurement gives other numbers. */

/** Number of resources in a synthesized installation, by CloudFormation type; see `count-resources.ts`. */
export interface CountedResources {
  alarms: number;
  secrets: number;
  /** Number of these secrets that are replicated to a second region. */
  replicas: number;
  keys: number;
  firewallRules: number;
}

export interface CostLine {
  what: string;
  /** Amounts in the units of the prices. */
  uses: Partial<Record<PriceName, number>>;
}

const MONTH_HOURS = 730;
const MONTH_MINUTES = MONTH_HOURS * 60;
const MILLION = 1_000_000;
const GB = 1_000_000_000;

/** Lambda polls a queue with five pollers, which wait 20 s each; the session host uses one poller. */
const POLLERS = 5;
const POLL_S = 20;
const pollsPerMonth = (pollers: number): number => (pollers * MONTH_HOURS * 3_600) / POLL_S;

/** Bytes of the lines that Lambda writes per invocation, and of one of our log lines. */
const INVOCATION_LOG_BYTES = 400;
const LOG_LINE_BYTES = 250;
/** Share of invocations that are traced beyond the first in a second; scheduled runs are always traced. */
const TRACED_SHARE = 0.05;

/** Average usage of one run of a schedule; it writes nothing when nothing is due. A test measures the reads. */
export const TICK = { gbSeconds: 0.05, tableReads: 12 };
/**
 * The session host's write-ahead log entries are deleted within seconds. The registry holds compressed images of five
 * deployments.
 */
const FILE_SYSTEM_GB = 0.1;
const REGISTRY_GB = 0.5;

const schedules = Object.values(FUNCTIONS).flatMap((fn) => (fn.kind === 'schedule' ? [fn.everyMinutes] : []));
const runsPerMonth = schedules.reduce((sum, minutes) => sum + MONTH_MINUTES / minutes, 0);
const polled = Object.values(FUNCTIONS).flatMap((fn) => (fn.kind === 'queue' ? [QUEUES[fn.queue].fifo] : []));
const pollsOf = (fifo: boolean): number =>
  polled.filter((isFifo) => isFifo === fifo).length * pollsPerMonth(POLLERS);

/** Returns the cost lines of an installation without any use. */
export const idleLines = (counted: CountedResources): CostLine[] => [
  {
    what: `Session host: ${SESSION_HOST.cpu / 1024} ARM vCPU and ${SESSION_HOST.memoryMb / 1024} GB`,
    uses: {
      hostCpu: (SESSION_HOST.cpu / 1024) * MONTH_HOURS,
      hostMemory: (SESSION_HOST.memoryMb / 1024) * MONTH_HOURS,
    },
  },
  { what: 'Its public address', uses: { address: MONTH_HOURS } },
  { what: `Its file system: ${FILE_SYSTEM_GB} GB`, uses: { fileSystem: FILE_SYSTEM_GB } },
  { what: `Its images: ${REGISTRY_GB} GB in the registry`, uses: { registry: REGISTRY_GB } },
  {
    what: `Firewall: list, ${counted.firewallRules} rules`,
    uses: { firewallList: 1, firewallRule: counted.firewallRules },
  },
  {
    what: `Secrets: ${counted.secrets}, ${counted.replicas} of them in two regions`,
    uses: { secret: counted.secrets + counted.replicas },
  },
  { what: `Encryption keys: ${counted.keys}`, uses: { key: counted.keys } },
  { what: `Alarms: ${counted.alarms}`, uses: { alarm: counted.alarms } },
  {
    what: 'Polling of the queues',
    uses: {
      queueCalls: pollsOf(false) / MILLION,
      fifoCalls: (pollsOf(true) + pollsPerMonth(1)) / MILLION,
    },
  },
  {
    what: `The clock: ${Math.round(runsPerMonth).toLocaleString('en')} runs`,
    uses: {
      functionCalls: runsPerMonth / MILLION,
      functionTime: (runsPerMonth * TICK.gbSeconds) / MILLION,
      tableReads: (runsPerMonth * TICK.tableReads) / MILLION,
    },
  },
  { what: 'Its traces', uses: { traces: runsPerMonth / MILLION } },
  {
    what: 'Its logs',
    uses: {
      logs: (runsPerMonth * INVOCATION_LOG_BYTES) / GB,
      logStorage: (runsPerMonth * INVOCATION_LOG_BYTES) / GB,
    },
  },
  { what: 'DNS zone', uses: { zone: 1 } },
];

/** Usage of one received text of about ten words on an attended ticket. A test measures the table's units. */
export const RECEIVED_TEXT = {
  /** Writes of the message and its ticket, of search, and of the report counts. */
  tableWrites: { message: 14, search: 8, rollups: 4 },
  tableReads: 4,
  gbSeconds: 0.1,
  invocations: 2,
  fifoCalls: 3,
  logLines: 2,
  apiCalls: 0,
  eventsPerBrowser: 2,
  /** Traffic to WhatsApp, from the session host. */
  trafficBytes: 500,
};
/** Usage of one written and sent text, with its receipts: estimated. */
export const SENT_TEXT: typeof RECEIVED_TEXT = {
  tableWrites: { message: 31, search: 8, rollups: 4 },
  tableReads: 10,
  gbSeconds: 0.1,
  invocations: 2,
  fifoCalls: 9,
  logLines: 4,
  apiCalls: 1,
  eventsPerBrowser: 4,
  trafficBytes: 2_000,
};

export const BROWSERS = 5;
/** Size of an event as a browser receives it, with protocol overhead. */
const FRAME_BYTES = 1_000;
/** Size of the edge's response to a call. */
const ANSWER_BYTES = 2_000;

/**
 * Returns the cost lines of a million such texts, beyond the idle cost. Prices are per million units, so the amounts
 * of one text serve unchanged.
 */
export const messageLines = (text: typeof RECEIVED_TEXT): CostLine[] => {
  const { message, search, rollups } = text.tableWrites;
  const events = text.eventsPerBrowser * BROWSERS;
  const logBytes = text.invocations * INVOCATION_LOG_BYTES + (text.logLines + text.apiCalls) * LOG_LINE_BYTES;
  return [
    { what: 'Table: writes', uses: { tableWrites: message + search + rollups } },
    { what: 'Table: reads', uses: { tableReads: text.tableReads } },
    { what: 'Functions', uses: { functionCalls: text.invocations, functionTime: text.gbSeconds } },
    { what: 'Queues', uses: { fifoCalls: text.fifoCalls } },
    { what: `Live events to ${BROWSERS} browsers`, uses: { socketMessages: events } },
    {
      what: 'API, edge and firewall',
      uses: {
        httpCalls: text.apiCalls,
        edgeCalls: text.apiCalls,
        edgeFunctions: text.apiCalls,
        firewallCalls: text.apiCalls,
      },
    },
    {
      what: 'Traffic to browsers and WhatsApp',
      uses: {
        edgeTraffic: ((events * FRAME_BYTES + text.apiCalls * ANSWER_BYTES) * MILLION) / GB,
        traffic: (text.trafficBytes * MILLION) / GB,
      },
    },
    {
      what: 'Logs, kept for a month',
      uses: { logs: (logBytes * MILLION) / GB, logStorage: (logBytes * MILLION) / GB },
    },
    { what: 'Traces', uses: { traces: text.invocations * TRACED_SHARE } },
  ];
};

/** Size of a text with its search words, in the table and its indexes. */
export const STORED_TEXT_BYTES = 2_000;
