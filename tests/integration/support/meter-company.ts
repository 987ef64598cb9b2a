import type { CompanyId } from '@prosa/functions/platform/auth/company-id.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { type Usage, withMeter } from '@prosa/functions/platform/meter.ts';

/**
 * Reads a company's directory, so that the cache does not read it again within the next five seconds. Such a read would
 * be counted as usage of the work that is metered.
 */
export const freshDirectory = async ({ id }: { id: CompanyId }): Promise<void> => {
  forgetDirectory(id);
  await requireDirectory(id);
};

/** Reads a company's directory, then runs `work`, and returns the usage of the table by the work alone. */
export const meterCompany = async <T>(
  company: { id: CompanyId },
  work: () => Promise<T>,
): Promise<{ result: T; usage: Usage }> => {
  await freshDirectory(company);
  return withMeter(work);
};
