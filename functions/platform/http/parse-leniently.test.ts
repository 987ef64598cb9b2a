import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseLeniently } from './parse-leniently.ts';

const schema = z.object({
  count: z.int().min(0).max(10).optional(),
  minutes: z.literal([0, 2, 5]).optional(),
  text: z.string().max(5).optional(),
  kind: z.enum(['1', 'a']).optional(),
  places: z.array(z.object({ latitude: z.number() })).optional(),
  either: z.union([z.object({ id: z.string() }), z.string()]).optional(),
  maybe: z.int().nullable().optional(),
  flag: z.boolean().optional(),
});
const parse = (body: unknown): unknown => parseLeniently(schema, body).data;

describe('parseLeniently', () => {
  it.each([
    [{ count: '7' }, { count: 7 }],
    [{ minutes: '5' }, { minutes: 5 }],
    [{ text: 12 }, { text: '12' }],
    [{ kind: 1 }, { kind: '1' }],
    [{ places: [{ latitude: '-23.5' }] }, { places: [{ latitude: -23.5 }] }],
    [{ either: 4 }, { either: '4' }],
    [{ either: { id: 4 } }, { either: { id: '4' } }],
    [
      { maybe: '3', count: '1', text: 2 },
      { maybe: 3, count: 1, text: '2' },
    ],
    [{ maybe: null }, { maybe: null }],
  ])('accepts a number as text and a text as number: %j', (body, meant) => {
    expect(parse(body)).toEqual(meant);
  });

  it.each([
    { count: '11' },
    { count: '1e1' },
    { count: '' },
    { count: ' 1' },
    { count: '0x1' },
    { count: '1.5' },
    { count: true },
    { minutes: '3' },
    { text: 123_456 },
    { text: true },
    { flag: 1 },
    { places: '1' },
    { places: [['1']] },
  ])('rejects other invalid values: %j', (body) => {
    expect(parse(body)).toBeUndefined();
  });

  it('rejects a number as text when the body itself is the value', () => {
    expect(parseLeniently(z.int(), '1').success).toBe(false);
  });
});
