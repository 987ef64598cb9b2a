import type { CompanyId } from '@prosa/functions/platform/auth/company-id.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { type Usage, withMeter } from '@prosa/functions/platform/meter.ts';

/**
 * Reads a company's directory, which is then cached for five seconds: work that is metered within them is not charged
 * its refresh.
 */
export const freshDirectory = async ({ id }: { id: CompanyId }): Promise<void> => {
  forgetDirectory(id);
  await requireDirectory(id);
};

/** Runs the work of a company, whose directory is fresh, and returns its usage of the table. */
export const meterCompany = async <T>(
  company: { id: CompanyId },
  work: () => Promise<T>,
): Promise<{ result: T; usage: Usage }> => {
  await freshDirectory(company);
  return withMeter(work);
};
