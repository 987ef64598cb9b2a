import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Dataset } from '../generate.ts';
import { type LoadResult, load } from '../measure.ts';

const CONCURRENCIES = [1, 10, 50] as const;
const CALLS = { 1: 150, 10: 400, 50: 600 } as const;
const JUDGED_CONCURRENCY = 10;
const WARM_UP_CALLS = 30;

interface Read {
  name: string;
  path: string;
  client: Client;
  /** CPU target at ten parallel calls. */
  cpuTargetMs?: number;
  /** Marks a list of many calls, because fifty in parallel would measure the engine's queue. */
  manyCalls?: true;
}

const MANY_QUEUES = 20;

/** Returns the lists of a company with many queues. */
const wideReadsOf = (dataset: Dataset, agent: Client, admin: Client): Read[] => {
  const all = encodeURIComponent(JSON.stringify(dataset.queueIds));
  const own = encodeURIComponent(JSON.stringify(dataset.agentQueueIds));
  const [admins, agents] = [
    `an administrator with ${dataset.queueIds.length} queues`,
    `an attendant with ${dataset.agentQueueIds.length}`,
  ];
  return [
    {
      name: `list of ${admins} (pending)`,
      path: `/tickets?withCount=false&status=pending&queueIds=${all}`,
      client: admin,
      cpuTargetMs: 6,
    },
    {
      name: `list of ${admins} (closed, all)`,
      path: `/tickets?withCount=false&status=closed&showAll=true&queueIds=${all}`,
      client: admin,
      cpuTargetMs: 6,
    },
    {
      name: `list of ${agents} (pending)`,
      path: `/tickets?withCount=false&status=pending&queueIds=${own}`,
      client: agent,
      manyCalls: true,
    },
    {
      name: `list of ${agents} (closed)`,
      path: `/tickets?withCount=false&status=closed&queueIds=${own}`,
      client: agent,
      manyCalls: true,
    },
  ];
};

/** Returns the reads of an attendant's day, as the app requests them. */
export const readsOf = (dataset: Dataset, agent: Client, admin: Client): Read[] => {
  if (dataset.queueIds.length > MANY_QUEUES) return wideReadsOf(dataset, agent, admin);
  const queues = encodeURIComponent(JSON.stringify(dataset.queueIds));
  return [
    {
      name: 'ticket list (open, own)',
      path: `/tickets?withCount=false&status=open&queueIds=${queues}`,
      client: agent,
      cpuTargetMs: 5.5,
    },
    {
      name: 'ticket list (pending, 3 queues)',
      path: `/tickets?withCount=false&status=pending&queueIds=${queues}`,
      client: agent,
      cpuTargetMs: 5.5,
    },
    {
      name: 'ticket list (closed, all)',
      path: `/tickets?withCount=false&status=closed&showAll=true&queueIds=${queues}`,
      client: admin,
      cpuTargetMs: 5.5,
    },
    {
      name: 'ticket search',
      path: `/tickets?status=search&searchParam=gabriela&showAll=true&queueIds=${queues}`,
      client: admin,
      cpuTargetMs: 5,
    },
    {
      name: 'ticket search in messages',
      path: `/tickets?status=search&searchParam=pedido&searchOnMessages=true&showAll=true&queueIds=${queues}`,
      client: admin,
    },
    {
      name: 'ticket list (closed, filtered)',
      path: `/tickets?withCount=false&status=closed&showAll=true&users=[3]&whatsapps=[1]&queueIds=${queues}`,
      client: admin,
    },
    {
      name: 'message page',
      path: `/messages/${dataset.ticketUuid}?markRead=false`,
      client: agent,
      cpuTargetMs: 4,
    },
    { name: 'ticket by link', path: `/tickets/u/${dataset.ticketUuid}`, client: agent, cpuTargetMs: 4 },
    { name: 'contact search', path: '/contacts?searchParam=vasconcelos', client: agent, cpuTargetMs: 5 },
    { name: 'contacts by name', path: '/contacts', client: agent, cpuTargetMs: 5.5 },
  ];
};

const describe = (result: LoadResult): string =>
  `p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms, ${result.perSecond.toFixed(0)}/s, CPU ${result.cpu.total.toFixed(2)} ms`;

/** Measures latency and CPU of the reads at 1, 10 and 50 in parallel. */
export const measureReads = async (
  stack: StackProcess,
  dataset: Dataset,
  password: string,
): Promise<Figure[]> => {
  const agent = await signIn(stack.url, dataset.agentEmail, password);
  const admin = await signIn(stack.url, dataset.adminEmail, password);
  const figures: Figure[] = [];
  for (const read of readsOf(dataset, agent, admin)) {
    const work = async () => {
      await read.client.call('GET', read.path);
    };
    await load(stack.pid, 5, WARM_UP_CALLS, work);
    for (const concurrency of CONCURRENCIES) {
      if (read.manyCalls === true && concurrency > JUDGED_CONCURRENCY) continue;
      const result = await load(stack.pid, concurrency, CALLS[concurrency], work);
      const { cpuTargetMs } = read;
      figures.push({
        name: `${read.name}, ${concurrency} at once`,
        value: describe(result),
        ...(concurrency === JUDGED_CONCURRENCY ? { cpuMs: result.cpu.total } : {}),
        ...(concurrency === JUDGED_CONCURRENCY && cpuTargetMs !== undefined
          ? { limits: [{ of: 'CPU', ms: result.cpu.total, atMostMs: cpuTargetMs }] }
          : {}),
      });
    }
  }
  return figures;
};
