import type * as z from 'zod';
import { shortenText } from './shorten.ts';

const MAX_ISSUES = 20;
const MAX_CHARS = 1000;

/** Where a value does not fit its schema, and in which way; nothing of the value, and of names that it brought along little. */
export const describeIssues = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  shortenText(
    issues
      .slice(0, MAX_ISSUES)
      .map(({ path, code }) => `${shortenText(path.join('.'))}: ${code}`)
      .join('; '),
    MAX_CHARS,
  );
