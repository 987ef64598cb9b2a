import type * as z from 'zod';
import { toInstant } from '../clock.ts';
import type { Entity } from './define-entity.ts';

type Shape = z.ZodObject;

/** An expression in DynamoDB's form: names and values by placeholders, because names may be reserved words. */
export interface Expression {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** The fields of an entity that an expression may use: a row has no attribute for the others. */
type Named<S extends Shape, A extends string> = Pick<z.output<S>, A & keyof z.output<S>>;

type Scalar = string | number | boolean | null;
/** A test of a field: equal to this value, to one of these, or sorted before or after a value. */
type Test<V> = [V] extends [Scalar] ? V | { oneOf: readonly V[] } | { below: V } | { above: V } : never;

/** A condition on a row: on fields that its entity lists in `attributes`, and on its version. */
export type Holds<S extends Shape, A extends string> = {
  readonly [F in keyof Named<S, A>]?: Test<Named<S, A>[F]>;
} & { readonly version?: number };

const testOf = (name: string, test: unknown, index: number): Expression => {
  const placeholder = `#c${index}`;
  const names = { [placeholder]: name };
  const value = (position: number): string => `:c${index}_${position}`;
  const compare = (sign: string, operand: unknown): Expression => ({
    expression: `${placeholder} ${sign} ${value(0)}`,
    names,
    values: { [value(0)]: operand },
  });
  if (typeof test !== 'object' || test === null) return compare('=', test);
  if ('below' in test) return compare('<', test.below);
  if ('above' in test) return compare('>', test.above);
  const allowed = 'oneOf' in test && Array.isArray(test.oneOf) ? test.oneOf : [];
  return {
    expression: `${placeholder} IN (${allowed.map((_one, position) => value(position)).join(', ')})`,
    names,
    values: Object.fromEntries(allowed.map((one, position) => [value(position), one])),
  };
};

/** Returns the condition or filter on a row of an entity. All of its tests must hold. */
export const conditionOf = <S extends Shape, K, A extends string>(
  _entity: Entity<S, K, A>,
  holds: Holds<S, A>,
): Expression => {
  const tests = Object.entries(holds).map(([name, test], index) => testOf(name, test, index));
  if (tests.length === 0) throw new Error('a condition without a test');
  return {
    expression: tests.map(({ expression }) => expression).join(' AND '),
    names: Object.assign({}, ...tests.map(({ names }) => names)),
    values: Object.assign({}, ...tests.map(({ values }) => values)),
  };
};

/** New values for fields that an entity lists in `attributes`. */
export type Change<S extends Shape, A extends string> = Partial<Named<S, A>>;

/** Returns the update that sets fields of an existing row and raises its version, as every write does. */
export const changeOf = <S extends Shape, K, A extends string>(
  _entity: Entity<S, K, A>,
  change: Change<S, A>,
  nowMs: number,
): Expression & { values: Record<string, unknown> } => {
  const names: Record<string, string> = { '#version': 'version' };
  const values: Record<string, unknown> = { ':one': 1, ':now': toInstant(nowMs) };
  const parts = Object.entries(change).map(([name, value], index) => {
    const [field, operand] = [`#u${index}`, `:u${index}`];
    names[field] = name;
    values[operand] = value;
    return `${field} = ${operand}`;
  });
  return {
    expression: `SET ${[...parts, '#version = #version + :one', 'rowUpdatedAt = :now'].join(', ')}`,
    names,
    values,
  };
};

/** Returns placeholders for fields that an entity lists in `attributes`, for custom expressions. */
export const namesOf = <S extends Shape, K, A extends string>(
  _entity: Entity<S, K, A>,
  fields: Readonly<Record<`#${string}`, NoInfer<A>>>,
): Record<string, string> => ({ ...fields });
