import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { afterEach } from 'vitest';
import type { TestCompany } from '../../factories/company.ts';
import type { FileQueue } from '../../support/file-workers.ts';
import { useBundle } from './bundled-child.ts';
import { isWrite, standBeforeTable } from './table-proxy.ts';

const script = useBundle(fileURLToPath(new URL('./file-worker-child.ts', import.meta.url)));

export type ContactQueue = 'contact-imports' | 'contact-exports';

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/**
 * A write of the worker's process, counted from 1: before it reaches the table, or after it is done and before the
 * response arrives.
 */
export interface Moment {
  write: number;
  when: 'before' | 'after';
}

/**
 * Runs the worker in a process of its own on one message and kills it at a given moment, with any other writes it
 * does just then.
 * @returns how many writes the process had begun, and whether it lived to the end
 */
export const takeInProcess = async (queue: FileQueue, body: string, moment?: Moment) => {
  let writes = 0;
  let child: ChildProcess | undefined;
  const mend = await standBeforeTable(async (request, forward) => {
    if (!isWrite(request)) return forward();
    writes += 1;
    const isMoment = writes === moment?.write;
    if (isMoment && moment?.when === 'before') {
      child?.kill('SIGKILL');
      return undefined;
    }
    const answer = await forward();
    if (isMoment) {
      child?.kill('SIGKILL');
      return undefined;
    }
    return answer;
  });
  child = fork(script(), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.add(child);
  const ended = once(child, 'exit');
  await once(child, 'message');
  child.send({ queue, body });
  const [code] = await ended;
  children.delete(child);
  mend();
  return { writes, lived: code === 0 };
};

/** Takes the messages of a queue out of a company's outbox: the ones that its worker is to get. */
export const takeWork = async ({ table, id }: TestCompany, queue: ContactQueue): Promise<string[]> => {
  const { pk } = keys.outbox({ queue, groupId: String(id), id: '' });
  const { rows } = await table.query(Outbox, { pk, limit: 100, consistent: true });
  await Promise.all(rows.map((row) => commit([table.delete(Outbox, row)])));
  return rows.map(({ body }) => body);
};
/** Returns every moment of the work: each write, lost on the way to the table and lost on the way back. */
export const momentsOf = (writes: number): Moment[] =>
  Array.from({ length: writes }, (_none, nth) => nth + 1).flatMap((write) => [
    { write, when: 'before' as const },
    { write, when: 'after' as const },
  ]);
export const nameOf = ({ write, when }: Moment): string => `killed ${when} write ${write}`;
