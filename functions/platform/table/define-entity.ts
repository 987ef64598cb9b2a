import type * as z from 'zod';

export interface Key {
  pk: string;
  sk: string;
}
/** The generic secondary indexes; `infra/resources.ts` declares them. */
export const INDEX_NAMES = ['g1', 'g2', 'g3', 'g4'] as const;
export type IndexName = (typeof INDEX_NAMES)[number];

/** What every stored item carries beside its own fields. */
export interface Stored {
  /** Raised by every write; the expected one guards the next. */
  version: number;
  /** When the row was made and last written (ISO); not the business's times. */
  rowCreatedAt: string;
  rowUpdatedAt: string;
}

type Shape = z.ZodObject;

interface Definition<S extends Shape, K> {
  name: string;
  schema: S;
  /** `tenant`: keys are prefixed `C#<companyId>#` by the layer. `global`: on the reviewed allow-list. */
  scope: 'tenant' | 'global';
  /** Raised when stored items need more than schema defaults to be read; a row that names none is of the first. */
  schemaVersion?: number;
  /** Fields that conditions, filters or targeted updates name: stored as attributes of their own, see `pack-fields.ts`. */
  attributes?: readonly (keyof z.output<S> & string)[];
  /** The item's own key, from the fields that name it. */
  key: (item: K) => Key;
  indexes?: Partial<Record<IndexName, (item: z.output<S>) => Key | undefined>>;
  /** Index keys of a tenant entity that no company owns (due timers, sessions of a shard): reviewed like global entities. */
  globalIndexes?: Partial<Record<IndexName, (item: z.output<S>) => Key | undefined>>;
  /** When the row may vanish; readers filter on it themselves, since removal is late by days. */
  expiresAt?: (item: z.output<S>) => number | undefined;
}

/** An entity: its schema, and its keys as pure functions of the whole item. */
export interface Entity<S extends Shape = Shape, K = never> extends Definition<S, K> {
  schemaVersion: number;
}

export type Row<E> = E extends Entity<infer S, infer _K> ? z.output<S> & Stored : never;
export type Draft<E> = E extends Entity<infer S, infer _K> ? z.input<S> : never;

/** Declares an entity; `K` is inferred from the key function's parameter. */
export const defineEntity = <S extends Shape, K>(definition: Definition<S, K>): Entity<S, K> => ({
  schemaVersion: 1,
  ...definition,
});
