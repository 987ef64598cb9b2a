import type { ExportView, ImportView } from '@prosa/shared/contracts/contact-files.ts';
import type { ContactExport } from '@prosa/shared/entities/contact-export.ts';
import type { ContactImport } from '@prosa/shared/entities/contact-import.ts';

interface Bookkeeping {
  version: number;
  rowCreatedAt: string;
}

/** Returns the fields of an import that change while it runs. */
export const importProgress = (row: ContactImport & Bookkeeping) => ({
  id: row.id,
  state: row.state,
  selected: row.selected,
  processed: row.processed,
  created: row.created,
  existing: row.existing,
  ignored: row.ignored,
  version: row.version,
});

/**
 * Presents an import of contacts.
 * @param links links to the import's files, which need not exist
 */
export const presentImport = (
  row: ContactImport & Bookkeeping,
  links: { rows: string; result: string },
): ImportView => ({
  ...importProgress(row),
  fileName: row.fileName,
  problem: row.problem,
  columns: row.columns,
  rows: row.rows,
  mapping: row.mapping,
  rowsUrl: row.state === 'ready' ? links.rows : null,
  resultUrl: row.state === 'done' && row.existing + row.ignored > 0 ? links.result : null,
  createdAt: row.rowCreatedAt,
});

/** Returns the fields of an export that change while it runs. */
export const exportProgress = (row: ContactExport & Bookkeeping) => ({
  id: row.id,
  state: row.state,
  exported: row.exported,
  version: row.version,
});

/**
 * Presents an export of contacts.
 * @param link to a stored file
 */
export const presentExport = (
  row: ContactExport & Bookkeeping,
  link: (key: string) => string,
): ExportView => ({
  ...exportProgress(row),
  files: row.files.map(({ key, fileName, rows }) => ({ fileName, rows, url: link(key) })),
  createdAt: row.rowCreatedAt,
});
