import type * as z from 'zod';

export interface Key {
  pk: string;
  sk: string;
}
const SECOND_MS = 1000;
export const DAY_S = 86_400;
/** Returns the time after an instant in epoch seconds, as a TTL needs it. */
export const afterInstant = (instant: string, seconds: number): number =>
  Math.floor(Date.parse(instant) / SECOND_MS) + seconds;

/** The generic secondary indexes; `infra/resources.ts` declares them. */
const ROW_INDEX_NAMES = ['g1', 'g2', 'g3', 'g4'] as const;
/** Indexes with keys only: a tenth of the read cost of a row, and a write only if the key changes. */
const KEY_INDEX_NAMES = ['g5', 'g6', 'g7'] as const;
export const INDEX_NAMES = [...ROW_INDEX_NAMES, ...KEY_INDEX_NAMES] as const;
export type RowIndexName = (typeof ROW_INDEX_NAMES)[number];
export type KeyIndexName = (typeof KEY_INDEX_NAMES)[number];
type IndexName = (typeof INDEX_NAMES)[number];

/** Bookkeeping fields of every stored item. */
export interface Stored {
  /** Raised by every write; the next write requires the version that it read. */
  version: number;
  /** When the row was created and last written (ISO); not times of the business. */
  rowCreatedAt: string;
  rowUpdatedAt: string;
}

type Shape = z.ZodObject;

/** Converts a row's fields from one schema version to the next. Pure; may change its argument. */
export type Upgrade = (fields: Record<string, unknown>) => Record<string, unknown>;

interface Definition<S extends Shape, K, A extends string, N extends string> {
  name: N;
  schema: S;
  /** `tenant`: keys are prefixed `C#<companyId>#` by the layer. `global`: on the reviewed allow-list. */
  scope: 'tenant' | 'global';
  /** Version of the schema, stored in every row. Raise it with every change of the stored form, once rows exist. */
  schemaVersion?: number;
  /** Conversions by the version that they read: one for each version before `schemaVersion`. */
  upgrade?: Readonly<Record<number, Upgrade>>;
  /**
   * Fields used in conditions, filters or targeted updates; stored as attributes of their own, see `pack-fields.ts`.
   */
  attributes?: readonly A[];
  /**
   * Stores times in the JSON text as numbers. For rows of about a kilobyte, because a write of a larger one costs
   * twice as much, in the table and in each index.
   */
  shortTimes?: true;
  /**
   * Rows are created and expire; the table layer refuses to change or delete one, and so do the roles, see
   * `permissions.ts`.
   */
  appendOnly?: true;
  /** Fields that no tool may print. */
  secrets?: readonly (keyof z.output<S> & string)[];
  /** The item's own key, from the fields that name it. */
  key: (item: K) => Key;
  /** Keys from the item, and from when its row was created (ISO). */
  indexes?: Partial<Record<IndexName, (item: z.output<S>, createdAt: string) => Key | undefined>>;
  /**
   * Index keys of a tenant entity across companies (due timers, sessions of a shard): reviewed like global entities.
   */
  globalIndexes?: Partial<Record<IndexName, (item: z.output<S>) => Key | undefined>>;
  /** When the row may be deleted. Readers must filter expired rows themselves, because deletion is late by days. */
  expiresAt?: (item: z.output<S>) => number | undefined;
}

/** An entity: its schema, and its keys as pure functions of the whole item. */
export interface Entity<
  S extends Shape = Shape,
  K = never,
  A extends string = string,
  N extends string = string,
> extends Definition<S, K, A, N> {
  schemaVersion: number;
}

export type Row<E> = E extends Entity<infer S, infer _K> ? z.output<S> & Stored : never;
export type Draft<E> = E extends Entity<infer S, infer _K> ? z.input<S> : never;

/**
 * Declares an entity. Infers `K` from the key function's parameter, `A` from `attributes`, and `N` from `name`.
 * @throws Error if an older schema version has no upgrade
 */
export const defineEntity = <
  const N extends string,
  S extends Shape,
  K,
  const A extends keyof z.output<S> & string = never,
>(
  definition: Definition<S, K, A, N>,
): Entity<S, K, A, N> => {
  const { name, schemaVersion = 1, upgrade = {} } = definition;
  for (let version = 1; version < schemaVersion; version++)
    if (upgrade[version] === undefined) throw new Error(`${name} cannot read its rows of version ${version}`);
  return { ...definition, schemaVersion };
};
