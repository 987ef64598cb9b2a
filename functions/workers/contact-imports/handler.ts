import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { openTable } from '../../platform/table/table.ts';
import { contactWorkSchema, loadImport } from '../../repositories/contacts/contact-files.ts';
import { importRows } from './import-rows.ts';
import { readPhone } from './read-phone.ts';
import { readUpload } from './read-upload.ts';

/**
 * Worker of the queue `contact-imports`: reads a spreadsheet, or continues creating contacts from its rows. Completed
 * work is not repeated, so a repeated message changes nothing. Of two simultaneous deliveries the slower one fails
 * and is retried after the other has ended.
 */
export const handler = queueHandler(
  contactWorkSchema,
  ({ companyId, userId, id }) => {
    const system = systemPrincipal('contact-imports', companyId);
    return actAs(system, async () => {
      const table = openTable(system.companyId);
      const ports = { table, ids: systemIds, clock: systemClock };
      const row = await loadImport(table, userId, id);
      if (row?.state === 'reading' && row.phone === null) await readUpload(ports, row);
      const ready = row?.state === 'reading' && row.phone !== null ? await readPhone(ports, row) : row;
      if (ready?.state === 'importing') await importRows(ports, ready);
    });
  },
  'contact-imports',
);
