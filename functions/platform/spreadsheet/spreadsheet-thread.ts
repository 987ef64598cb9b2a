import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { IMPORT_PROBLEMS, type ImportProblem } from '@prosa/shared/entities/contact-import.ts';
import * as z from 'zod';
import { readSpreadsheet, type Sheet } from './read-spreadsheet.ts';
import { UnusableSpreadsheet } from './unusable.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';

/** A thread over these limits is terminated, so that no file can stop the process (S-32). */
const LIMIT_MS = 25_000;
const LIMIT_HEAP_MB = 700;

const taskSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('read'), bytes: z.instanceof(Uint8Array), maxRows: z.int() }),
  z.object({ do: z.literal('write'), sheetName: z.string(), rows: z.array(z.array(z.string())) }),
]);
type Task = z.infer<typeof taskSchema>;

const sheetSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  lines: z.array(z.int()),
});
const problemSchema = z.object({ problem: z.enum(IMPORT_PROBLEMS) });

/** Identifies the threads of this module. */
const THREAD = 'spreadsheet';

const work = async (task: Task): Promise<unknown> => {
  if (task.do === 'write') return writeSpreadsheet(task.sheetName, task.rows);
  try {
    return await readSpreadsheet(Buffer.from(task.bytes), task.maxRows);
  } catch (error) {
    if (!(error instanceof UnusableSpreadsheet)) throw error;
    return { problem: error.problem };
  }
};

const startSchema = z.object({ thread: z.literal(THREAD), task: taskSchema });
if (!isMainThread) {
  const started = startSchema.safeParse(workerData);
  if (started.success) parentPort?.postMessage(await work(started.data.task));
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('_OUT_OF_MEMORY');

/**
 * Runs a task in a separate thread, so that the process can serve other requests. Fails with `too-complex` if a limit
 * ended it.
 */
const inThread = (task: Task): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: { thread: THREAD, task },
      resourceLimits: { maxOldGenerationSizeMb: LIMIT_HEAP_MB },
    });
    const tooComplex: { problem: ImportProblem } = { problem: 'too-complex' };
    const timer = setTimeout(() => {
      resolve(tooComplex);
      void worker.terminate();
    }, LIMIT_MS);
    worker.once('message', resolve);
    worker.once('error', (error) => (isOutOfMemory(error) ? resolve(tooComplex) : reject(error)));
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the spreadsheet's thread ended with ${code}`));
    });
  });

/**
 * Reads a spreadsheet in a separate thread; see `readSpreadsheet`.
 * @throws UnusableSpreadsheet with the reason, for any problem of the file
 */
export const readInThread = async (bytes: Uint8Array, maxRows: number): Promise<Sheet> => {
  const answer = await inThread({ do: 'read', bytes: new Uint8Array(bytes), maxRows });
  const refused = problemSchema.safeParse(answer);
  if (refused.success) throw new UnusableSpreadsheet(refused.data.problem);
  return sheetSchema.parse(answer);
};

/** Writes an xlsx file in a separate thread and returns its bytes; see `writeSpreadsheet`. */
export const writeInThread = async (
  sheetName: string,
  rows: readonly (readonly string[])[],
): Promise<Uint8Array> =>
  z
    .instanceof(Uint8Array)
    .parse(await inThread({ do: 'write', sheetName, rows: rows.map((row) => [...row]) }));
