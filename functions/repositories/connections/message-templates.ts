import type {
  MessageTemplate as TemplateFields,
  TemplateStatus,
} from '@prosa/shared/entities/message-template.ts';
import type { ProviderTemplate } from '../../channels/driver.ts';
import { syncedTemplates } from '../../domain/templates/synced-templates.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { MessageTemplate, TemplateSync } from '../../platform/table/entities/message-templates.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { writeBatch } from '../../platform/table/write-batch.ts';

export type TemplateRow = Row<typeof MessageTemplate>;

/** The business of a connection, to which templates belong. */
interface Owner {
  businessId: string;
}

const partitionOf = ({ businessId }: Owner): string => keys.templateSync({ businessId }).pk;
/** Returns the beginning of the sort keys of the templates whose name begins with a text. */
const keyPrefix = (name: string): string =>
  keys.messageTemplate({ businessId: '', name, language: '' }).sk.slice(0, -1);

/**
 * Returns a template of a connection's business; undefined if the last sync did not find it. One consistent read, one
 * unit for every 4 kB.
 */
export const findTemplate = (
  table: Table,
  { businessId }: Owner,
  { name, language }: { name: string; language: string },
): Promise<TemplateRow | undefined> =>
  table.get(MessageTemplate, { businessId, name, language }, { consistent: true });

/**
 * Returns the template with a provider's id. A query of an index, half a unit, and the read of {@link findTemplate},
 * because the index may be a second old.
 */
export const findTemplateById = async (
  table: Table,
  { businessId }: Owner,
  id: string,
): Promise<TemplateRow | undefined> => {
  const { pk } = keys.messageTemplateById({ businessId, id });
  const [indexed] = (await table.query(MessageTemplate, { index: 'g1', pk, limit: 1 })).rows;
  const template = indexed === undefined ? undefined : await findTemplate(table, { businessId }, indexed);
  return template?.id === id ? template : undefined;
};

/** Returns when the templates were last read from the provider; null if never. One consistent read. */
export const templatesSyncedAt = async (table: Table, { businessId }: Owner): Promise<string | null> =>
  (await table.get(TemplateSync, { businessId }, { consistent: true }))?.syncedAt ?? null;

/** Templates examined for one page with a status: about 250 read units at most. */
const EXAMINED_MAX = 1000;

/** Returns a page of templates by name and language: about a unit for four of them. */
export const listTemplates = (
  table: Table,
  owner: Owner,
  list: { beginning: string; status: TemplateStatus | undefined; after: string | undefined; limit: number },
): Promise<Page<TemplateRow>> => {
  const { beginning, status, after, limit } = list;
  return table.query(MessageTemplate, {
    pk: partitionOf(owner),
    prefix: keyPrefix(beginning),
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: EXAMINED_MAX,
    filter: (template) => status === undefined || template.status === status,
    consistent: true,
  });
};

/** Returns the templates of a name in every language, or all of the business without one. One consistent query. */
export const loadTemplates = async (table: Table, owner: Owner, name?: string): Promise<TemplateRow[]> => {
  const prefix = name === undefined ? keyPrefix('') : `${keyPrefix(name)}#`;
  const rows = await table.queryAll(partitionOf(owner), { consistent: true, prefix });
  return rows.map((raw) => parseRow(MessageTemplate, raw));
};

/**
 * Replaces the stored templates by those that the provider lists, in batches: one write for each that changed or is
 * gone. Idempotent. An update that a webhook writes at the same moment may be lost until the next sync.
 * @param beganAt when the provider was asked
 */
export const replaceTemplates = async (
  table: Table,
  owner: { companyId: number; businessId: string },
  listed: readonly ProviderTemplate[],
  { beganAt, nowMs }: { beganAt: string; nowMs: number },
): Promise<void> => {
  const stored = await loadTemplates(table, owner);
  const { written, removed } = syncedTemplates<TemplateFields>(stored, listed, { ...owner, beganAt });
  await writeBatch([
    ...removed.map((template) => table.delete(MessageTemplate, template)),
    ...written.map((template) => table.put(MessageTemplate, template, 'any', nowMs)),
  ]);
  // Last, so that a sync that failed half way does not count.
  await writeBatch([table.put(TemplateSync, { ...owner, syncedAt: beganAt }, 'any', nowMs)]);
};
