import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@prosa/infra/local/repository-root.ts';
import { expect, it } from 'vitest';
import { LIMIT_PLACES } from '../support/limit-places.ts';

const FUNCTIONS = join(repositoryRoot, 'functions');
/** Limits of one request's own values: they count nothing. `ERR_PIN_LIMIT` is Meta's. */
const OF_A_REQUEST = ['ERR_FILESIZE_OVER_LIMIT', 'ERR_PIN_LIMIT'];
const ENFORCED = /\bAppError\(\s*'(ERR_[A-Z_]*LIMIT)'|\bcountWithin\(/g;

it('S-69: every file that enforces a limit is in the register of limits that thirty requests try at once', () => {
  const enforcing = globSync('**/*.ts', { cwd: FUNCTIONS })
    .filter((file) => !file.includes('node_modules') && !file.endsWith('.test.ts'))
    // The mechanism itself.
    .filter((file) => file !== 'repositories/limits/rate-limits.ts')
    .filter((file) =>
      [...readFileSync(join(FUNCTIONS, file), 'utf8').matchAll(ENFORCED)].some(
        ([, code]) => code === undefined || !OF_A_REQUEST.includes(code),
      ),
    );
  expect(enforcing.toSorted()).toEqual(Object.keys(LIMIT_PLACES).toSorted());
});
