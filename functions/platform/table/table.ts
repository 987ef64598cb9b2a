import type * as z from 'zod';
import type { CompanyId } from '../auth/company-id.ts';
import { dynamodb, type StoredRow, tableName } from '../aws/dynamodb.ts';
import { systemClock, toInstant } from '../clock.ts';
import type { WriteItem } from './commit.ts';
import {
  type Entity,
  INDEX_NAMES,
  type Key,
  type KeyIndexName,
  type RowIndexName,
  type Stored,
} from './define-entity.ts';
import { type Change, changeOf, conditionOf, type Expression, type Holds } from './expressions.ts';
import { tenantPrefix } from './keys.ts';
import { attributesToRead, entityOf, packFields } from './pack-fields.ts';
import { parseRow, type RowOf } from './parse-row.ts';
import { untilProcessed } from './until-processed.ts';

type Shape = z.ZodObject;

export interface QueryOptions<R> {
  /** Partition, as returned by a key function (without the company). */
  pk: string;
  index?: RowIndexName;
  /** Only sort keys with this prefix. */
  prefix?: string;
  /** Only the sort keys from those with prefix `first` to those with prefix `last`. `after` must lie between them. */
  between?: { first: string; last: string };
  /** Continues after this sort key, in the direction of `order`. */
  after?: string;
  order?: 'asc' | 'desc';
  limit: number;
  /** Skips rows that do not pass. Reading continues until `limit` rows passed or `maxExamined` were read. */
  filter?: (row: R) => boolean;
  maxExamined?: number;
  /** Rows requested per call; by default as many as are still missing. */
  pageSize?: number;
  consistent?: boolean;
  /**
   * Looks one row ahead: `next` is set only if another row passes, and points to the last returned row. Skipped rows
   * then do not influence the result, as long as `maxExamined` reaches past them.
   */
  lookAhead?: boolean;
}

export interface Page<R> {
  rows: R[];
  /** Sort key to continue after; absent at the end. */
  next?: string;
}

/** Condition of a write on the row that it replaces: absent, present, any state, this version, or these values. */
export type Expectation<S extends Shape, A extends string> =
  | 'absent'
  | 'exists'
  | 'any'
  | number
  | Holds<S, A>;

/** Sorts after every key that we make, because keys are ASCII or lower-case letters of the basic plane. */
const HIGHEST = '\uffff';
const BATCH_GET_MAX = 100;
/** Minimum of rows requested when a filter left a page short: many tiny pages cost more than one that overshoots. */
const MIN_REFILL = 20;
const DEFAULT_MAX_EXAMINED = 400;
const ROWS_PER_CALL_MAX = 1_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const expectationOf = <S extends Shape, K, A extends string>(
  entity: Entity<S, K, A>,
  expect: Expectation<S, A>,
): { condition?: Expression } => {
  if (expect === 'any') return {};
  if (expect === 'absent') return { condition: { expression: 'attribute_not_exists(pk)' } };
  if (expect === 'exists') return { condition: { expression: 'attribute_exists(pk)' } };
  if (typeof expect === 'object') return { condition: conditionOf(entity, expect) };
  return {
    condition: {
      expression: '#version = :expected',
      names: { '#version': 'version' },
      values: { ':expected': expect },
    },
  };
};

/** Returns the version after a write. A row that is replaced without a check starts again at version 1. */
const versionAfter = (expect: string | number | object, read: number | undefined): number => {
  if (typeof expect === 'number') return expect + 1;
  return expect === 'absent' || expect === 'any' ? 1 : (read ?? 0) + 1;
};

/**
 * A view of the table: the rows of one company, or the rows that belong to no company. Every key that it reads or
 * writes consists of this view's prefix and the result of the entity's key function.
 */
export class Table {
  private readonly prefix: string;
  readonly companyId: CompanyId | null;

  constructor(companyId: CompanyId | null) {
    this.companyId = companyId;
    this.prefix = companyId === null ? '' : tenantPrefix(companyId);
  }

  private assertScope(entity: { name: string; scope: 'tenant' | 'global' }): void {
    if ((entity.scope === 'global') !== (this.companyId === null)) {
      throw new Error(`${entity.name} is a ${entity.scope} entity`);
    }
  }

  private assertChangeable(entity: { name: string; appendOnly?: true }): void {
    if (entity.appendOnly === true) throw new Error(`${entity.name} is append-only`);
  }

  private prefixed(key: Key): Key {
    return { pk: this.prefix + key.pk, sk: key.sk };
  }

  keyOf<S extends Shape, K>(entity: Entity<S, K>, fields: K): Key {
    this.assertScope(entity);
    return this.prefixed(entity.key(fields));
  }

  /** Returns one row, or undefined. 1 read unit per 4 kB when consistent, half otherwise. */
  async get<S extends Shape, K>(
    entity: Entity<S, K>,
    fields: K,
    options: { consistent?: boolean } = {},
  ): Promise<RowOf<S> | undefined> {
    const answer = await dynamodb().get({
      TableName: tableName(),
      Key: this.keyOf(entity, fields),
      ConsistentRead: options.consistent ?? false,
    });
    return answer.Item === undefined ? undefined : parseRow(entity, answer.Item);
  }

  /**
   * Returns rows of one entity by key, in the requested order, undefined where absent. Requests unprocessed keys
   * again.
   */
  async getMany<S extends Shape, K>(
    entity: Entity<S, K>,
    all: readonly K[],
    options: { consistent?: boolean } = {},
  ): Promise<(RowOf<S> | undefined)[]> {
    const found = await this.getRaw(
      all.map((fields) => this.keyOf(entity, fields)),
      { ...options, attributes: attributesToRead(entity) },
    );
    return found.map((raw) => (raw === undefined ? undefined : parseRow(entity, raw)));
  }

  /**
   * Returns rows of several entities in one call; see {@link Table.keyOf} and {@link parseRow}.
   * @param options.attributes those that the rows are returned with, besides their keys; all if absent
   */
  async getRaw(
    wanted: readonly Key[],
    { consistent = false, attributes }: { consistent?: boolean; attributes?: readonly string[] } = {},
  ): Promise<(StoredRow | undefined)[]> {
    const projected = attributes === undefined ? undefined : projectionOf(['pk', ...attributes]);
    const asRead = {
      ConsistentRead: consistent,
      ...(projected && {
        ProjectionExpression: projected.expression,
        ExpressionAttributeNames: { '#sk': 'sk', ...projected.names },
      }),
    };
    const id = (key: Key): string => `${key.pk}\n${key.sk}`;
    const byId = new Map<string, StoredRow>();
    const unique = [...new Map(wanted.map((key) => [id(key), key])).values()];
    for (let start = 0; start < unique.length; start += BATCH_GET_MAX) {
      const asked: Record<string, unknown>[] = unique
        .slice(start, start + BATCH_GET_MAX)
        .map((key) => ({ ...key }));
      await untilProcessed(asked, async (pending) => {
        const answer = await dynamodb().batchGet({
          RequestItems: { [tableName()]: { Keys: pending, ...asRead } },
        });
        for (const row of answer.Responses?.[tableName()] ?? [])
          byId.set(id({ pk: String(row.pk), sk: String(row.sk) }), row);
        return answer.UnprocessedKeys?.[tableName()]?.Keys ?? [];
      });
    }
    return wanted.map((key) => byId.get(id(key)));
  }

  /** Returns rows of one entity from one partition, skipping rows of other entities. */
  async query<S extends Shape, K>(
    entity: Entity<S, K>,
    options: QueryOptions<RowOf<S>>,
  ): Promise<Page<RowOf<S>>> {
    const rows: RowOf<S>[] = [];
    const places: string[] = [];
    const limit = options.limit + (options.lookAhead === true ? 1 : 0);
    const end = await this.walk({ ...options, limit, attributes: attributesToRead(entity) }, (raw, place) => {
      if (entityOf(raw) !== entity.name) return false;
      const row = parseRow(entity, raw);
      if (options.filter !== undefined && !options.filter(row)) return false;
      rows.push(row);
      places.push(place);
      return true;
    });
    const next = rows.length > options.limit ? places[options.limit - 1] : end;
    return next === undefined ? { rows } : { rows: rows.slice(0, options.limit), next };
  }

  /** Returns sort keys from one partition of a keys-only index, at about 85 keys per read unit. */
  async queryKeys(
    options: Omit<QueryOptions<string>, 'consistent' | 'index'> & { index: KeyIndexName },
  ): Promise<Page<string>> {
    const rows: string[] = [];
    const { filter, ...where } = options;
    const next = await this.walk({ ...where, attributes: [] }, (raw) => {
      const key = String(raw[`${options.index}sk`]);
      if (filter !== undefined && !filter(key)) return false;
      rows.push(key);
      return true;
    });
    return next === undefined ? { rows } : { rows, next };
  }

  /**
   * Returns every row of a partition, of all entities (`entityOf` distinguishes them). For partitions, or ranges of
   * them, known to be small.
   */
  async queryAll(
    pk: string,
    options: Pick<QueryOptions<never>, 'consistent' | 'prefix' | 'between'> = {},
  ): Promise<StoredRow[]> {
    const rows: StoredRow[] = [];
    await this.walk(
      { pk, limit: Number.MAX_SAFE_INTEGER, maxExamined: Number.MAX_SAFE_INTEGER, ...options },
      (raw) => {
        rows.push(raw);
        return true;
      },
    );
    return rows;
  }

  private async walk(
    options: Omit<QueryOptions<never>, 'filter' | 'index'> & {
      index?: RowIndexName | KeyIndexName;
      attributes?: string[];
    },
    accept: (raw: StoredRow, sortKey: string) => boolean,
  ): Promise<string | undefined> {
    const {
      index,
      prefix,
      between,
      limit,
      order = 'asc',
      consistent = false,
      maxExamined = DEFAULT_MAX_EXAMINED,
      attributes,
    } = options;
    const [pkName, skName] = index === undefined ? ['pk', 'sk'] : [`${index}pk`, `${index}sk`];
    const projected = projectionOf(attributes ?? []);
    let after = options.after;
    let accepted = 0;
    let examined = 0;
    while (accepted < limit && examined < maxExamined) {
      const range =
        between === undefined
          ? sortKeyRange(skName, prefix, after, order)
          : rangeBetween(between, after, order);
      const wanted = options.pageSize ?? Math.max(limit - accepted, Math.min(limit, MIN_REFILL));
      const pageSize = Math.min(wanted, ROWS_PER_CALL_MAX) + (range.inclusive ? 1 : 0);
      const answer = await dynamodb().query({
        TableName: tableName(),
        ...(index === undefined ? {} : { IndexName: ['by', index].join('-') }),
        KeyConditionExpression: range.expression === '' ? '#pk = :pk' : `#pk = :pk AND ${range.expression}`,
        ...(attributes === undefined ? {} : { ProjectionExpression: projected.expression }),
        ExpressionAttributeNames: {
          '#pk': pkName,
          ...(range.expression === '' && attributes === undefined ? {} : { '#sk': skName }),
          ...projected.names,
        },
        ExpressionAttributeValues: { ':pk': this.prefix + options.pk, ...range.values },
        ScanIndexForward: order === 'asc',
        ConsistentRead: index === undefined && consistent,
        ...(limit < Number.MAX_SAFE_INTEGER ? { Limit: pageSize } : {}),
      });
      let unread = answer.Items?.length ?? 0;
      for (const row of answer.Items ?? []) {
        unread -= 1;
        const sk: unknown = row[skName];
        if (typeof sk !== 'string' || sk === after) continue;
        examined += 1;
        after = sk;
        if (accept(row, sk)) accepted += 1;
        if (accepted >= limit) break;
      }
      if (answer.LastEvaluatedKey === undefined && unread === 0) return undefined;
    }
    return after;
  }

  /** Writes a complete row; computes every index key from it, and raises its version. */
  put<S extends Shape, K, A extends string>(
    entity: Entity<S, K, A>,
    draft: z.input<S> & K & Partial<Stored>,
    expect: Expectation<S, A>,
    nowMs: number = systemClock.now(),
  ): WriteItem & { op: 'put' } {
    this.assertScope(entity);
    if (expect !== 'absent') this.assertChangeable(entity);
    const fields = entity.schema.parse(draft);
    if (this.companyId !== null && (!isRecord(fields) || fields.companyId !== this.companyId)) {
      throw new Error(`${entity.name} of another company`);
    }
    const key = this.prefixed(entity.key(draft));
    const now = toInstant(nowMs);
    const createdAt = draft.rowCreatedAt ?? now;
    const ttl = entity.expiresAt?.(fields);
    const item: Record<string, unknown> = {
      ...packFields(entity, fields, createdAt),
      ...key,
      _e: entity.name,
      _s: entity.schemaVersion,
      version: versionAfter(expect, draft.version),
      rowUpdatedAt: now,
      ...(ttl === undefined ? {} : { ttl }),
    };
    for (const name of INDEX_NAMES) {
      const tenantKey = entity.indexes?.[name]?.(fields, createdAt);
      const globalKey = entity.globalIndexes?.[name]?.(fields);
      const indexKey = tenantKey === undefined ? globalKey : this.prefixed(tenantKey);
      if (indexKey === undefined) continue;
      item[`${name}pk`] = indexKey.pk;
      item[`${name}sk`] = indexKey.sk;
    }
    return { op: 'put', entity: entity.name, key, item, ...expectationOf(entity, expect) };
  }

  delete<S extends Shape, K, A extends string>(
    entity: Entity<S, K, A>,
    fields: K,
    expect: Exclude<Expectation<S, A>, 'absent'> = 'any',
  ): WriteItem & { op: 'delete' } {
    this.assertChangeable(entity);
    return {
      op: 'delete',
      entity: entity.name,
      key: this.keyOf(entity, fields),
      ...expectationOf(entity, expect),
    };
  }

  /** Sets fields of an existing row, under a condition; see `updates.ts` for the allowed uses. */
  update<S extends Shape, K, A extends string>(
    entity: Entity<S, K, A>,
    fields: K,
    change: Change<S, A>,
    holds: 'exists' | Holds<S, A>,
    nowMs: number,
  ): WriteItem & { op: 'update' } {
    this.assertChangeable(entity);
    return {
      op: 'update',
      entity: entity.name,
      key: this.keyOf(entity, fields),
      update: changeOf(entity, change, nowMs),
      ...expectationOf(entity, holds),
    };
  }

  /** Makes the transaction fail unless the row is present, or absent, or holds these values. */
  check<S extends Shape, K, A extends string>(
    entity: Entity<S, K, A>,
    fields: K,
    holds: 'exists' | 'absent' | Holds<S, A>,
  ): WriteItem {
    const { condition = { expression: 'attribute_exists(pk)' } } = expectationOf(entity, holds);
    return { op: 'check', entity: entity.name, key: this.keyOf(entity, fields), condition };
  }
}

/** Returns the projection of the sort key and the attributes, by placeholders, because names may be reserved words. */
const projectionOf = (attributes: readonly string[]) => {
  const names = Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name]));
  return { expression: ['#sk', ...Object.keys(names)].join(', '), names };
};

const rangeBetween = (
  { first, last }: { first: string; last: string },
  after: string | undefined,
  order: 'asc' | 'desc',
) => ({
  expression: '#sk BETWEEN :a AND :b',
  values:
    order === 'asc'
      ? { ':a': after ?? first, ':b': last + HIGHEST }
      : { ':a': first, ':b': after ?? last + HIGHEST },
  inclusive: after !== undefined,
});

const sortKeyRange = (
  skName: string,
  prefix: string | undefined,
  after: string | undefined,
  order: 'asc' | 'desc',
) => {
  if (skName === '') throw new Error('no sort key');
  if (after !== undefined && prefix !== undefined) {
    const values = order === 'asc' ? { ':a': after, ':b': prefix + HIGHEST } : { ':a': prefix, ':b': after };
    return { expression: '#sk BETWEEN :a AND :b', values, inclusive: true };
  }
  if (after !== undefined) {
    return {
      expression: order === 'asc' ? '#sk > :a' : '#sk < :a',
      values: { ':a': after },
      inclusive: false,
    };
  }
  if (prefix !== undefined)
    return { expression: 'begins_with(#sk, :a)', values: { ':a': prefix }, inclusive: false };
  return { expression: '', values: {}, inclusive: false };
};

/** Returns the view of one company's rows, for a principal of the company. */
export const openTable = (companyId: CompanyId): Table => new Table(companyId);

/** The view of the rows that belong to no company. */
export const globalTable = new Table(null);
