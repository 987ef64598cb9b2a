import { sha256 } from '../../platform/ids.ts';
import { countWithin } from './rate-limits.ts';

/** More than people need who wait for a review: Meta tells of its outcome by itself. */
export const TEMPLATE_SYNCS = { limit: 10, windowMs: 10 * 60_000 };

/**
 * Counts a reading of a business's templates from the provider, whoever of the company asks for it and over whichever
 * of the business's connections: all of them share the provider's limit of calls. One to two writes.
 * @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which the next reading may begin
 */
export const countTemplateSync = (
  { companyId, businessId }: { companyId: number; businessId: string },
  nowMs: number,
): Promise<void> =>
  countWithin(
    { kind: 'template-sync', subject: sha256(`${companyId}\n${businessId}`) },
    TEMPLATE_SYNCS,
    nowMs,
  );
