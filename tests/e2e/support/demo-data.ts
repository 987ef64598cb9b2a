import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitConnected } from '../../support/customer.ts';
import { startStackProcess } from '../../support/stack-process.ts';

/** Environment variable with the folder of the run's demo data, for the processes of the test files. */
const FOLDER = 'PROSA_E2E_DEMO_DATA';

const newFolder = () => mkdtemp(join(tmpdir(), 'prosa-e2e-'));

/**
 * Starts the system once, with demo data and a linked connection, and saves its stored data for every test file of
 * the run.
 */
export default async (): Promise<() => Promise<void>> => {
  const folder = await newFolder();
  const stack = await startStackProcess(folder);
  await waitConnected(stack.url);
  await stack.stop();
  process.env[FOLDER] = folder;
  return () => rm(folder, { recursive: true });
};

/** Copies the demo data of this run into a new data directory. */
export const copyDemoData = async (): Promise<string> => {
  const from = process.env[FOLDER];
  if (from === undefined) throw new Error(`${FOLDER} is not set: a test of another kind asks for demo data`);
  const folder = await newFolder();
  await cp(from, folder, { recursive: true });
  return folder;
};
