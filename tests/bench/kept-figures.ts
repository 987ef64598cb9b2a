import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const FILE = join(import.meta.dirname, 'figures.json');
/** What is dearer by more than this share is told. */
const TOLERANCE = 0.1;

const keptSchema = z.object({
  calibrationMs: z.number(),
  /** CPU milliseconds, and the same as a multiple of the calibration, by title and name. */
  figures: z.record(z.string(), z.object({ cpuMs: z.number(), multiple: z.number() })),
});
type Kept = z.infer<typeof keptSchema>;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Keeps the CPU figures of this run in place of those of the last, in the repository; what was not measured stays.
 * @param measured CPU milliseconds by title and name
 * @returns what became dearer by more than a tenth, as multiples of the calibration
 */
export const keepFigures = async (
  measured: ReadonlyMap<string, number>,
  calibrationMs: number,
): Promise<{ name: string; before: number; now: number }[]> => {
  const before = keptSchema.parse(JSON.parse(await readFile(FILE, 'utf8')));
  const figures: Kept['figures'] = { ...before.figures };
  const dearer: { name: string; before: number; now: number }[] = [];
  for (const [name, cpuMs] of measured) {
    const multiple = rounded(cpuMs / calibrationMs);
    const last = before.figures[name]?.multiple;
    if (last !== undefined && multiple > last * (1 + TOLERANCE))
      dearer.push({ name, before: last, now: multiple });
    figures[name] = { cpuMs: rounded(cpuMs), multiple };
  }
  const kept: Kept = { calibrationMs: rounded(calibrationMs), figures };
  await writeFile(FILE, `${JSON.stringify(kept, null, 2)}\n`);
  return dearer;
};
