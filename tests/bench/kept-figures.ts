import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const FILE = join(import.meta.dirname, 'figures.json');
/** An increase by more than this share is reported. */
const TOLERANCE = 0.1;

const keptSchema = z.object({
  calibrationMs: z.number(),
  /** CPU milliseconds, and their multiple of the calibration, by title and name. */
  figures: z.record(z.string(), z.object({ cpuMs: z.number(), multiple: z.number() })),
});
type Kept = z.infer<typeof keptSchema>;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Stores this run's CPU figures in the repository in place of the last run's; figures that were not measured stay.
 * @param measured CPU milliseconds by title and name
 * @returns the figures that rose by more than a tenth, as multiples of the calibration
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
