import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { openTable } from '../../platform/table/table.ts';
import { contactWorkSchema, loadExport } from '../../repositories/contacts/contact-files.ts';
import { exportContacts } from './export-contacts.ts';
import { exportReceivers } from './export-receivers.ts';
import { exportReport } from './export-report.ts';
import { endExport, exporterOf } from './write-export.ts';

/**
 * Worker of the queue `contact-exports`: writes the next file of an export. A repeated message writes the file that
 * is next at that time.
 */
export const handler = queueHandler(
  contactWorkSchema,
  ({ companyId, userId, id }) => {
    const system = systemPrincipal('contact-exports', companyId);
    return actAs(system, async () => {
      const table = openTable(system.companyId);
      const row = await loadExport(table, userId, id);
      if (row?.state !== 'running') return;
      const ports = { table, ids: systemIds, clock: systemClock };
      const attendant = await exporterOf(ports, row);
      if (attendant === undefined) await endExport(ports, row);
      else if (row.report !== null) await exportReport(ports, row, attendant, row.report);
      else if (row.campaignId !== null) await exportReceivers(ports, row, attendant, row.campaignId);
      else await exportContacts(ports, row, attendant);
    });
  },
  'contact-exports',
);
