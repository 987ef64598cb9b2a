import type * as z from 'zod';

/** Where a value does not fit its schema, and in which way; nothing of the value, nor names that it brought along. */
export const describeIssues = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join('; ');
