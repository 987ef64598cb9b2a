import type * as z from 'zod';
import type { StoredRow } from '../aws/dynamodb.ts';
import type { Entity, Stored } from './define-entity.ts';
import { unpackFields } from './pack-fields.ts';

type Shape = z.ZodObject;
/** A row as read: the entity's fields plus the table's bookkeeping fields. */
export type RowOf<S extends Shape> = z.output<S> & Stored;

const isStored = (value: Record<string, unknown>): value is Record<string, unknown> & Stored =>
  typeof value.version === 'number' &&
  typeof value.rowCreatedAt === 'string' &&
  typeof value.rowUpdatedAt === 'string';

/**
 * Thrown for a stored row that its schema refuses. Such a row is never skipped silently, because a skipped row is
 * lost data.
 */
export class UnreadableRow extends Error {
  constructor(entity: string, cause: unknown) {
    super(`stored ${entity} does not fit its schema`, { cause });
    this.name = 'UnreadableRow';
  }
}

/**
 * Returns the fields of a stored row in the current version, converting earlier versions by the entity's `upgrade`. A
 * row of a later version is refused, because writing it back would lose fields that this program does not know.
 * @throws UnreadableRow
 */
export const currentFields = <S extends Shape, K>(
  entity: Entity<S, K>,
  stored: StoredRow,
): Record<string, unknown> => {
  const { _s: version } = stored;
  if (typeof version !== 'number' || version > entity.schemaVersion)
    throw new UnreadableRow(entity.name, `schema version ${String(version)}`);
  let fields = unpackFields(stored, entity);
  for (let from = version; from < entity.schemaVersion; from++)
    fields = entity.upgrade?.[from]?.(fields) ?? fields;
  return fields;
};

/** Parses a stored row: drops unknown fields and fills missing ones with the schema's defaults. */
export const parseRow = <S extends Shape, K>(entity: Entity<S, K>, stored: StoredRow): RowOf<S> => {
  const fields = currentFields(entity, stored);
  if (!isStored(fields)) throw new UnreadableRow(entity.name, 'bookkeeping fields missing');
  const parsed = entity.schema.safeParse(fields);
  if (!parsed.success) throw new UnreadableRow(entity.name, parsed.error);
  return Object.assign(parsed.data, {
    version: fields.version,
    rowCreatedAt: fields.rowCreatedAt,
    rowUpdatedAt: fields.rowUpdatedAt,
  });
};
