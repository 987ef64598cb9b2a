/** Whether a value is what it should be. For what is read before anything else: schemas come with the forms. */
export type Guard<T> = (value: unknown) => value is T;

type Guarded<G> = G extends Guard<infer T> ? T : never;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';

export const isOneOf =
  <const T extends string>(...words: T[]): Guard<T> =>
  (value): value is T =>
    words.some((word) => word === value);

export const isNullOr =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

export const isListOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard);

export const isRecordOf =
  <T>(guard: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isRecord(value) && Object.values(value).every(guard);

/** An object with at least these fields. */
export const isShape =
  <F extends Record<string, Guard<unknown>>>(fields: F): Guard<{ [K in keyof F]: Guarded<F[K]> }> =>
  (value): value is { [K in keyof F]: Guarded<F[K]> } =>
    isRecord(value) && Object.entries(fields).every(([name, guard]) => guard(value[name]));
