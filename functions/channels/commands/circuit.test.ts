import { describe, expect, it } from 'vitest';
import { toInstant } from '../../platform/clock.ts';
import { ProviderFailed, type Remedy } from '../driver.ts';
import {
  afterFailure,
  afterTrial,
  type Circuit,
  duringTrial,
  FAILURES_TO_OPEN,
  isOutage,
  isResponse,
  passageOf,
} from './circuit.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const at = (seconds: number): string => toInstant(NOW + seconds * 1000);
const HALF = 0.5;

/** Returns a closed circuit with failures that ended `lastS` seconds ago, `everyS` apart. */
const failed = (count: number, everyS: number, lastS = 0): Circuit => ({
  failedAt: Array.from({ length: count }, (_none, index) => at(-lastS - (count - 1 - index) * everyS)),
  open: null,
});
const opened = (fields: Partial<NonNullable<Circuit['open']>> = {}): Circuit => ({
  ...failed(FAILURES_TO_OPEN, 1),
  open: { pauses: 1, until: at(3), isTrying: false, ...fields },
});

describe('R27: a circuit', () => {
  it.each<[string, Circuit | undefined, boolean]>([
    ['stays closed at the first failure', undefined, false],
    ['stays closed at the 19th failure', failed(18, 1), false],
    ['opens at the 20th failure', failed(19, 1), true],
    ['opens at the 20th failure in just under 60 s', failed(19, 3, 5), true],
    ['stays closed while 20 failures take 60 s', failed(19, 3, 6), false],
    ['forgets failures of more than a minute ago', failed(19, 1, 60), false],
  ])('%s', (_name, before, isOpen) => {
    expect(afterFailure(before, NOW, HALF)?.open != null).toBe(isOpen);
  });

  it('keeps only the failures of the last 60 s', () => {
    expect(afterFailure(failed(19, 10), NOW, HALF)?.failedAt).toEqual([...failed(6, 10).failedAt, at(0)]);
  });

  it('pauses at first for a random time up to 5 s, and at least 1 s', () => {
    const until = (random: number) => afterFailure(failed(19, 1), NOW, random)?.open?.until;
    expect([until(0), until(HALF), until(1)]).toEqual([at(1), at(2.5), at(5)]);
  });

  it('does not change at failures of calls that began before it opened', () => {
    expect(afterFailure(opened(), NOW, HALF)).toBeUndefined();
  });

  it.each<[string, Circuit | undefined, ReturnType<typeof passageOf>]>([
    ['without failures lets calls through', undefined, { may: 'call' }],
    ['with few failures lets calls through', failed(19, 1), { may: 'call' }],
    ['that pauses holds commands until the pause ends', opened(), { may: 'wait', waitS: 3 }],
    ['whose pause has ended lets a trial through', opened({ until: at(0) }), { may: 'try' }],
    ['with a running trial holds other commands', duringTrial(opened(), NOW), { may: 'wait', waitS: 1 }],
    ['whose trial was lost lets another through', duringTrial(opened(), NOW - 60_000), { may: 'try' }],
  ])('%s', (_name, circuit, passage) => {
    expect(passageOf(circuit, NOW)).toEqual(passage);
  });

  it('closes when its trial gets an answer', () => {
    expect(afterTrial(duringTrial(opened(), NOW), 'responds', NOW, HALF)).toBeUndefined();
  });

  it('lets the next trial through at once when a fault of ours prevented one', () => {
    const after = afterTrial(duringTrial(opened(), NOW), 'nothing', NOW, HALF);
    expect(after?.open).toEqual({ pauses: 1, until: at(0), isTrying: false });
    expect(passageOf(after, NOW)).toEqual({ may: 'try' });
  });

  it.each([
    [1, 10],
    [2, 20],
    [3, 30],
    [4, 30],
    [2_000, 30],
  ])('after pause %i and a failed trial pauses for a random time up to %i s', (pauses, maxS) => {
    const until = (random: number) =>
      afterTrial(duringTrial(opened({ pauses }), NOW), 'fails', NOW, random)?.open?.until;
    expect([until(0), until(HALF), until(1)]).toEqual([at(1), at(maxS / 2), at(maxS)]);
  });
});

it.each<[ProviderFailed['reason'], Remedy, boolean]>([
  ['provider-failed', { does: 'doubt' }, true],
  ['provider-failed', { does: 'wait', waitS: 0 }, true],
  ['provider-unavailable', { does: 'wait', waitS: 0 }, true],
  ['provider-failed', { does: 'stop' }, false],
  ['rate-limited', { does: 'wait', waitS: 10 }, false],
  ['window-closed', { does: 'stop' }, false],
  ['relink-needed', { does: 'relink', because: 'token-refused' }, false],
  ['media-missing', { does: 'doubt' }, false],
])('R27: whether %s with the remedy %o is a fault of the provider: %s', (reason, remedy, expected) => {
  expect(isOutage(new ProviderFailed(reason, remedy))).toBe(expected);
});

it.each<[ProviderFailed['reason'], boolean]>([
  ['window-closed', true],
  ['provider-failed', true],
  ['media-missing', false],
  ['ERR_FILESIZE_OVER_LIMIT', false],
])('R27: whether a trial that ends with %s says how the provider is: %s', (reason, expected) => {
  expect(isResponse(new ProviderFailed(reason, { does: 'stop' }))).toBe(expected);
});
