import type * as z from 'zod';

export interface Key {
  pk: string;
  sk: string;
}
const SECOND_MS = 1000;
export const DAY_S = 86_400;
/** A time after an instant in epoch seconds, as a TTL has it. */
export const afterInstant = (instant: string, seconds: number): number =>
  Math.floor(Date.parse(instant) / SECOND_MS) + seconds;

/** The generic secondary indexes; `infra/resources.ts` declares them. */
const ROW_INDEX_NAMES = ['g1', 'g2', 'g3', 'g4'] as const;
/** Those that hold keys alone: a tenth of a row to read, and to write only when the key moves. */
const KEY_INDEX_NAMES = ['g5', 'g6'] as const;
export const INDEX_NAMES = [...ROW_INDEX_NAMES, ...KEY_INDEX_NAMES] as const;
export type RowIndexName = (typeof ROW_INDEX_NAMES)[number];
export type KeyIndexName = (typeof KEY_INDEX_NAMES)[number];
type IndexName = (typeof INDEX_NAMES)[number];

/** Bookkeeping fields of every stored item. */
export interface Stored {
  /** Raised by every write; the expected one guards the next. */
  version: number;
  /** When the row was made and last written (ISO); not the business's times. */
  rowCreatedAt: string;
  rowUpdatedAt: string;
}

type Shape = z.ZodObject;

/** Makes of the fields of one version of an entity's rows those of the next. Pure; may change what it is given. */
export type Upgrade = (fields: Record<string, unknown>) => Record<string, unknown>;

interface Definition<S extends Shape, K, A extends string> {
  name: string;
  schema: S;
  /** `tenant`: keys are prefixed `C#<companyId>#` by the layer. `global`: on the reviewed allow-list. */
  scope: 'tenant' | 'global';
  /** Every row says of which version it is. Raised with every change of what is stored, once rows have been kept. */
  schemaVersion?: number;
  /** By the version whose rows it reads: one for each before `schemaVersion`. */
  upgrade?: Readonly<Record<number, Upgrade>>;
  /** Fields that conditions, filters or targeted updates name: stored as attributes of their own, see `pack-fields.ts`. */
  attributes?: readonly A[];
  /** Rows are made and expire: the table layer refuses to change or remove one, and so do the roles, see `permissions.ts`. */
  appendOnly?: true;
  /** Fields that no tool may print. */
  secrets?: readonly (keyof z.output<S> & string)[];
  /** The item's own key, from the fields that name it. */
  key: (item: K) => Key;
  indexes?: Partial<Record<IndexName, (item: z.output<S>) => Key | undefined>>;
  /** Index keys of a tenant entity that no company owns (due timers, sessions of a shard): reviewed like global entities. */
  globalIndexes?: Partial<Record<IndexName, (item: z.output<S>) => Key | undefined>>;
  /** When the row may vanish; readers filter on it themselves, since removal is late by days. */
  expiresAt?: (item: z.output<S>) => number | undefined;
}

/** An entity: its schema, and its keys as pure functions of the whole item. */
export interface Entity<S extends Shape = Shape, K = never, A extends string = string>
  extends Definition<S, K, A> {
  schemaVersion: number;
}

export type Row<E> = E extends Entity<infer S, infer _K> ? z.output<S> & Stored : never;
export type Draft<E> = E extends Entity<infer S, infer _K> ? z.input<S> : never;

/** Declares an entity; `K` is inferred from the key function's parameter, `A` from `attributes`. */
export const defineEntity = <S extends Shape, K, const A extends keyof z.output<S> & string = never>(
  definition: Definition<S, K, A>,
): Entity<S, K, A> => {
  const { name, schemaVersion = 1, upgrade = {} } = definition;
  for (let version = 1; version < schemaVersion; version++)
    if (upgrade[version] === undefined) throw new Error(`${name} cannot read its rows of version ${version}`);
  return { ...definition, schemaVersion };
};
