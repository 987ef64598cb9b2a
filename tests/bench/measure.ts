import { readFileSync } from 'node:fs';

/** Linux counts process time in ticks of 10 ms. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** User and system time a process has used so far, in milliseconds. */
export const cpuMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

/** Resident memory of a process, in bytes. */
export const rssBytes = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;

/** A process and everything it started. */
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

export const treeCpuMs = (root: number): number =>
  processTree(root).reduce((sum, pid) => sum + cpuMs(pid), 0);
export const treeRssBytes = (root: number): number =>
  processTree(root).reduce((sum, pid) => sum + rssBytes(pid), 0);

/** The value below which `share` of the samples lie. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export interface LoadResult {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Of all processes of the stack, per call. */
  cpuMsPerCall: number;
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
  const cpuBefore = treeCpuMs(root);
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
    cpuMsPerCall: (treeCpuMs(root) - cpuBefore) / count,
  };
};
