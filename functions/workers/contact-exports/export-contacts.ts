import { SPREADSHEET_TEXTS } from '@prosa/shared/i18n/spreadsheet-texts.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { presentContact } from '../../domain/presenters/present-contact.ts';
import type { Attendant } from '../../platform/auth/principal.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import { keys } from '../../platform/table/keys.ts';
import type { ExportRow } from '../../repositories/contacts/contact-files.ts';
import { type ExportPorts, writeExport } from './write-export.ts';

/** Maximum that a call carries: a contact is about a kilobyte. */
const PAGE = 1_000;

/**
 * Writes the next file of an export and triggers the file after it. Numbers are masked if the user may not see them
 * (S-58). Contacts are read in the order of their names; groups are left out, because they have no number.
 */
export const exportContacts = async (
  ports: ExportPorts,
  found: ExportRow,
  { directory, user }: Attendant,
): Promise<void> => {
  const { table } = ports;
  const maskNumbers = hidesNumbers(directory.settings, user);
  const texts = SPREADSHEET_TEXTS[directory.settings.language];
  await writeExport(ports, found, directory, {
    sheetName: texts.contacts,
    fileName: texts.contacts,
    header: [texts.name, texts.number, texts.email, texts.tags],
    read: async (after, limit) => {
      const page = await table.query(Contact, {
        index: 'g1',
        pk: keys.contactByName({ normalizedName: '', id: 0 }).pk,
        limit: Math.min(PAGE, limit),
        maxExamined: PAGE,
        filter: (contact) => !contact.isGroup,
        ...(after === undefined ? {} : { after }),
      });
      const rows = page.rows.map((contact) => {
        const { name, number, email, tags } = presentContact(contact, directory, { maskNumbers });
        return [name, number, email, tags.map((tag) => tag.name).join(', ')];
      });
      return page.next === undefined ? { rows } : { rows, next: page.next };
    },
  });
};
