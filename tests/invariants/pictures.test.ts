import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@prosa/infra/bundle.ts';
import { expect, it } from 'vitest';

const MAX_BYTES = 200_000;

it('the README opens with pictures that exist, light and dark, and load quickly', () => {
  const readme = readFileSync(join(REPOSITORY_ROOT, 'README.md'), 'utf8');
  const [opening = ''] = readme.split('</picture>');
  const paths = [...opening.matchAll(/src(?:set)?="([^"]+)"/g)].map(([, path = '']) => path);
  expect(paths.toSorted()).toEqual([
    'tests/screenshots/inbox-dark.webp',
    'tests/screenshots/inbox-light.webp',
  ]);
  const sizes = paths.map((path) => statSync(join(REPOSITORY_ROOT, path)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});
