/** A measured time with its limit. */
export interface Limit {
  /** What of the figure is limited, such as `p95`; the figure itself if absent. */
  of?: string;
  ms: number;
  /** On a machine with the calibration {@link REFERENCE_MS}. */
  atMostMs: number;
  /** Time added on every machine, because the product or the scenario waits for so long. */
  waitMs?: number;
}

/** A measured figure, with its targets if there are any. */
export interface Figure {
  name: string;
  value: string;
  /** Times that a slower machine may exceed in the proportion of its calibration. */
  limits?: readonly Limit[];
  /** A target that is the same on each machine, and whether it is met. */
  target?: string;
  met?: boolean;
  /** CPU milliseconds of one call, message or event; compared with the stored figure. */
  cpuMs?: number;
}

/** The calibration of the machine on which the limits of the scenarios hold. */
export const REFERENCE_MS = 1.3;

const inUnits = (ms: number): string => {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(0)} s`;
  return `${ms < 10 ? ms.toPrecision(2) : ms.toFixed(0)} ms`;
};

/**
 * Judges a figure on this machine.
 * @param calibrationMs this machine's calibration
 * @returns its targets in words, and whether all are met; undefined for a figure without targets
 */
export const judge = (
  { limits = [], target, met }: Figure,
  calibrationMs: number,
): { targets: string; met: boolean } | undefined => {
  const judged = limits.map(({ of, ms, atMostMs, waitMs = 0 }) => {
    const limitMs = atMostMs * (calibrationMs / REFERENCE_MS) + waitMs;
    return { words: `${of === undefined ? '' : `${of} `}≤ ${inUnits(limitMs)}`, met: ms <= limitMs };
  });
  const words = [...(target === undefined ? [] : [target]), ...judged.map((one) => one.words)];
  if (words.length === 0) return undefined;
  return { targets: words.join(', '), met: met !== false && judged.every((one) => one.met) };
};
