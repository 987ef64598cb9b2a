import { describe, expect, it } from 'vitest';
import { judge, REFERENCE_MS } from './figure.ts';

const figure = { name: 'a list', value: '…' };

describe('judge', () => {
  it('a machine may take as many times longer as its calibration is longer', () => {
    const late = { ...figure, limits: [{ of: 'p95', ms: 150, atMostMs: 100 }] };
    expect(judge(late, REFERENCE_MS)).toEqual({ targets: 'p95 ≤ 100 ms', met: false });
    expect(judge(late, 2 * REFERENCE_MS)).toEqual({ targets: 'p95 ≤ 200 ms', met: true });
  });

  it('a pause is as long on a slow machine', () => {
    const paused = { ...figure, limits: [{ ms: 1_250, atMostMs: 100, waitMs: 1_000 }] };
    expect(judge(paused, 2 * REFERENCE_MS)).toEqual({ targets: '≤ 1200 ms', met: false });
    expect(judge(paused, 3 * REFERENCE_MS)?.met).toBe(true);
  });

  it('a figure is met only with all of its targets, and judged only if it has one', () => {
    const lost = {
      ...figure,
      target: 'none lost',
      met: false,
      limits: [{ ms: 5, atMostMs: 20_000 }],
    };
    expect(judge(lost, REFERENCE_MS)).toEqual({ targets: 'none lost, ≤ 20 s', met: false });
    expect(judge({ ...lost, met: true }, REFERENCE_MS)?.met).toBe(true);
    expect(judge(figure, REFERENCE_MS)).toBeUndefined();
  });
});
