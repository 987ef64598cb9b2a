import type { TFunction } from 'i18next';
import * as z from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';

const usesSchema = z.object({
  uses: z.array(z.object({ kind: z.enum(['connection', 'flow']), name: z.string() })).min(1),
});

/** Returns why an assistant was not removed, with the names of what uses it; null for another error. */
export const usesText = (error: unknown, t: TFunction<'assistants'>): string | null => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_ASSISTANT_IN_USE') return null;
  const { data } = usesSchema.safeParse(error.details);
  if (data === undefined) return null;
  const uses = data.uses.map(({ kind, name }) => t(`use.${kind}`, { name })).join(', ');
  return t('remove.inUse', { uses });
};
