import { routeOfImport } from '../../conversations/file-work-routes.ts';
import { attendantNow } from '../../platform/auth/attendant-now.ts';
import type { ImportRow } from '../../repositories/contacts/contact-files.ts';
import type { WorkPorts } from './read-upload.ts';

/** Whether the user of an import exists and may still import. Costs what `attendantNow` costs. */
export const mayGoOn = async (
  { table: { companyId }, clock }: Pick<WorkPorts, 'table' | 'clock'>,
  row: ImportRow,
): Promise<boolean> => {
  if (companyId === null) throw new Error('an import belongs to a company');
  const work = { companyId, userId: row.userId, row: routeOfImport(row) };
  return (await attendantNow(work, clock.now())) !== undefined;
};
