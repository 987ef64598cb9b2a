import { contactExportSchema } from '@prosa/shared/entities/contact-export.ts';
import { contactImportSchema, importStepSchema } from '@prosa/shared/entities/contact-import.ts';
import { timeOfId } from '../../ids.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Longer than the files of imports and exports are stored. */
const KEPT_S = 30 * DAY_S;
const afterId = ({ id }: { id: string }): number => afterInstant(timeOfId(id), KEPT_S);

export const ContactImport = defineEntity({
  name: 'contactImport',
  schema: contactImportSchema,
  scope: 'tenant',
  schemaVersion: 3,
  // Version 1 has no contact list, so its people become contacts. Version 3 only adds a problem.
  upgrade: { 1: (fields) => fields, 2: (fields) => fields },
  key: keys.contactImport,
  expiresAt: afterId,
});
/**
 * A completed range of an import's rows: written in the same transaction as its contacts, so that no row is imported
 * twice.
 */
export const ImportStep = defineEntity({
  name: 'importStep',
  schema: importStepSchema,
  scope: 'tenant',
  key: keys.importStep,
  expiresAt: ({ importId }) => afterId({ id: importId }),
});
export const ContactExport = defineEntity({
  name: 'contactExport',
  schema: contactExportSchema,
  scope: 'tenant',
  schemaVersion: 2,
  // Version 1 has no campaign, so its export is one of contacts.
  upgrade: { 1: (fields) => fields },
  key: keys.contactExport,
  expiresAt: afterId,
});
