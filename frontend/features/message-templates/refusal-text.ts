import type { TFunction } from 'i18next';
import * as z from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';

const detailsSchema = z.object({ reason: z.string().min(1) });

/** Returns Meta's own explanation of a refusal; null if the error has none. */
export const refusalText = (error: unknown, t: TFunction<'message-templates'>): string | null => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_TEMPLATE_REFUSED') return null;
  const { data } = detailsSchema.safeParse(error.details);
  return data === undefined ? null : t('refused', { reason: data.reason });
};
