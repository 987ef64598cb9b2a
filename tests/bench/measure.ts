import { readFileSync } from 'node:fs';

/** Linux counts process time in ticks of 10 ms. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;
/** Names in the command lines of the stack's child processes. */
const CHILDREN = ['dynoxide', 'session-host'] as const;

/** Returns the user and system time that a process has used so far, in milliseconds. */
export const cpuMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

/** Returns the resident memory of a process, in bytes. */
export const rssBytes = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;

/** Returns a process and all its descendants. */
export const processTree = (root: number): number[] => {
  const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8').trim();
  return [
    root,
    ...children
      .split(' ')
      .filter((text) => text !== '')
      .flatMap((text) => processTree(Number(text))),
  ];
};

/** Returns the CPU time used so far by each process of the stack, in milliseconds, by the name of its part. */
export const cpuByProcess = (root: number): Map<string, number> => {
  const used = new Map<string, number>();
  for (const pid of processTree(root)) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const name = pid === root ? 'main' : (CHILDREN.find((child) => command.includes(child)) ?? 'other');
    used.set(name, (used.get(name) ?? 0) + cpuMs(pid));
  }
  return used;
};

/** CPU time per call, in milliseconds. */
export interface Cpu {
  total: number;
  parts: Map<string, number>;
}

export const cpuSince = (root: number, before: ReadonlyMap<string, number>, calls: number): Cpu => {
  const parts = new Map(
    [...cpuByProcess(root)].map(([name, used]) => [name, (used - (before.get(name) ?? 0)) / calls]),
  );
  return { total: [...parts.values()].reduce((sum, used) => sum + used, 0), parts };
};

export const showCpu = ({ total, parts }: Cpu): string => {
  const each = [...parts].map(([name, used]) => `${name} ${used.toFixed(1)}`);
  return `${total.toFixed(1)} ms (${each.join(', ')})`;
};
export const treeRssBytes = (root: number): number =>
  processTree(root).reduce((sum, pid) => sum + rssBytes(pid), 0);

/** Returns the value below which `share` of the samples lie. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export interface LoadResult {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
  cpu: Cpu;
}

/** Calls `work` `count` times, `concurrency` at once. Latencies in milliseconds. */
export const load = async (
  root: number,
  concurrency: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<LoadResult> => {
  const latencies: number[] = [];
  let next = 0;
  const cpuBefore = cpuByProcess(root);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) {
        const index = next++;
        const callStart = performance.now();
        await work(index);
        latencies.push(performance.now() - callStart);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    count,
    perSecond: count / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: cpuSince(root, cpuBefore, count),
  };
};
