import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const FILE = join(import.meta.dirname, 'figures.json');

const keptSchema = z.object({
  /** The commit of the newest figures. */
  commit: z.string(),
  /** CPU in multiples of the run's calibration, by title and name. */
  multiples: z.record(z.string(), z.number()),
});

/** A figure of this run beside the stored one, in multiples of each run's calibration. */
interface Compared {
  name: string;
  before: number;
  now: number;
  ratio: number;
}

const readKept = async () => keptSchema.parse(JSON.parse(await readFile(FILE, 'utf8')));
const multipleOf = (cpuMs: number, calibrationMs: number): number =>
  Math.round((cpuMs / calibrationMs) * 100) / 100;

/**
 * Compares CPU figures with the stored ones.
 * @param measured CPU milliseconds by title and name
 * @returns the commit of the stored figures, and the ratios of the figures that are in both, dearest first
 */
export const compareFigures = async (
  measured: ReadonlyMap<string, number>,
  calibrationMs: number,
): Promise<{ commit: string; ratios: Compared[] }> => {
  const { commit, multiples } = await readKept();
  const ratios = [...measured].flatMap(([name, cpuMs]) => {
    const before = multiples[name];
    const now = multipleOf(cpuMs, calibrationMs);
    return before === undefined ? [] : [{ name, before, now, ratio: now / before }];
  });
  return { commit, ratios: ratios.toSorted((a, b) => b.ratio - a.ratio) };
};

/** Stores CPU figures in place of the stored ones of the same names, with the commit of this checkout. */
export const keepFigures = async (
  measured: ReadonlyMap<string, number>,
  calibrationMs: number,
): Promise<void> => {
  const { multiples } = await readKept();
  for (const [name, cpuMs] of measured) multiples[name] = multipleOf(cpuMs, calibrationMs);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  await writeFile(FILE, `${JSON.stringify({ commit, multiples }, null, 2)}\n`);
};
