import { expect, it } from 'vitest';
import { readableBody } from './readable-body.ts';

it('breaks JSON into lines and leaves any other text as it is', () => {
  expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readableBody('<p>{"a":1}</p>')).toBe('<p>{"a":1}</p>');
});
