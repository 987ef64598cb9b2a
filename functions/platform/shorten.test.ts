import { describe, expect, it, vi } from 'vitest';
import { errorFields, log } from './log.ts';
import { shorten, shortenText } from './shorten.ts';

describe('shorten', () => {
  it('leaves a short input unchanged', () => {
    const details = [
      { path: 'body.name', message: 'too long' },
      { maxBytes: 5, use: null, is: true },
    ];
    expect(shorten(details)).toEqual(details);
    expect(shortenText('x'.repeat(200))).toBe('x'.repeat(200));
  });

  it('S-37: shortens repeated input in a log line as well', () => {
    const lines: string[] = [];
    const output = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => lines.push(String(line)) > 0);
    log.error('failed', { ...errorFields(new RangeError('x'.repeat(1e6))), route: 'y'.repeat(1e6) });
    output.mockRestore();
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(10_000);
  });

  it('cuts input that is long, has many entries or is deeply nested', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`);
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_none, at) => [`key ${at}`, 'x'.repeat(5000)]),
    );
    for (const value of ['x'.repeat(1e6), [...'x'.repeat(1e5)], deep, many, { ['k'.repeat(1e6)]: [many] }]) {
      expect(JSON.stringify(shorten(value)).length).toBeLessThan(10_000);
    }
  });
});
