import { expect, it } from 'vitest';
import { previewText } from '../tickets/preview-text.ts';
import { parseMarkup } from './message-markup.ts';

/** Maximum length of a WhatsApp text. */
const CHARS = 65_536;
/** Quadratic algorithms would need seconds. */
const LIMIT_MS = 500;
const repeated = (part: string): string => part.repeat(CHARS / part.length);

it.each([
  ' *a',
  ' _a',
  ' `a',
  ' ```a',
  '*a* _',
  '~*_`',
  '! ',
  `https://a.example/${'!'.repeat(100)}a`,
  'www.',
  'tel:+(',
])('S-34: a text made of repeated %j is rendered within the time limit', (part) => {
  const text = repeated(part);
  // Of a processor: other programs run beside the test.
  const before = process.cpuUsage();
  expect(parseMarkup(text).length).toBeGreaterThan(0);
  expect(previewText(text)).not.toBe('');
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(LIMIT_MS);
});
