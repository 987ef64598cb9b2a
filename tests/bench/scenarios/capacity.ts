import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { type Dataset, START_MS } from '../generate.ts';
import { readsOf } from './reads.ts';

const MAX_READ_UNITS = 10;
const MAX_SEQUENTIAL = 2;
const MAX_DASHBOARD_UNITS = 65;

const YEAR = new Date(START_MS).getUTCFullYear();
/** Requests of the dashboard for a year. */
const DASHBOARD_PATHS = [
  `/dashboard?date_from=${YEAR}-01-01&date_to=${YEAR}-12-31&details=true`,
  `/dashboard/ticketsDay?initialDate=${YEAR}-01-01&finalDate=${YEAR}-12-31`,
];

/** Measures the table units of the dashboard of a year, for all requests of its screen together. */
const measureDashboard = async (admins: readonly Client[]): Promise<Figure> => {
  const units: number[] = [];
  for (const admin of admins) {
    let sum = 0;
    for (const path of DASHBOARD_PATHS) {
      await admin.call('GET', path);
      sum += (await admin.usage('GET', path)).readUnits;
    }
    units.push(sum);
  }
  return {
    name: 'dashboard of a year',
    value: `${units.join(' / ')} read units`,
    target: `≤ ${MAX_DASHBOARD_UNITS} units`,
    met: Math.max(...units) <= MAX_DASHBOARD_UNITS,
  };
};

/** Measures the table units of each read for every company size: they must not grow with it. */
export const measureCapacity = async (
  url: string,
  datasets: readonly Dataset[],
  password: string,
): Promise<Figure[]> => {
  const clients: { dataset: Dataset; agent: Client; admin: Client }[] = [];
  for (const dataset of datasets) {
    clients.push({
      dataset,
      agent: await signIn(url, dataset.agentEmail, password),
      admin: await signIn(url, dataset.adminEmail, password),
    });
  }
  const figures = new Map<string, { units: number[]; sequential: number[]; calls: number[] }>();
  for (const { dataset, agent, admin } of clients) {
    for (const read of readsOf(dataset, agent, admin)) {
      // The first call also fills the directory, which is read once in five seconds for all callers.
      await read.client.call('GET', read.path);
      const usage = await read.client.usage('GET', read.path);
      const entry = figures.get(read.name) ?? { units: [], sequential: [], calls: [] };
      entry.units.push(usage.readUnits);
      entry.sequential.push(usage.sequential);
      entry.calls.push(usage.calls);
      figures.set(read.name, entry);
    }
  }
  const reads = [...figures].map(([name, { units, sequential, calls }]) => ({
    name,
    value: `${units.join(' / ')} read units, ${Math.max(...calls)} calls, ${Math.max(...sequential)} in sequence`,
    target: `≤ ${MAX_READ_UNITS} units, ≤ ${MAX_SEQUENTIAL} in sequence`,
    met: Math.max(...units) <= MAX_READ_UNITS && Math.max(...sequential) <= MAX_SEQUENTIAL,
  }));
  return [...reads, await measureDashboard(clients.map(({ admin }) => admin))];
};
