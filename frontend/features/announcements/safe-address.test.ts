import { expect, it } from 'vitest';
import { safeAddress } from './safe-address.ts';

it.each(['https://exemplo.com/a?b=c', 'http://exemplo.com', 'HTTPS://exemplo.com', 'mailto:ana@exemplo.com'])(
  'S-27: a text may link to %s',
  (address) => expect(safeAddress(address)).toBe(address),
);

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  '//canary.invalid/x',
  '/media/t/1/x',
  'https:canary.invalid',
  'tel:5511',
  '',
])('S-27: a text may not link to %j', (address) => expect(safeAddress(address)).toBe(''));
