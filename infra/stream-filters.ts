import type { StreamWatch } from './programs.ts';

/** A pattern of Lambda's event filters: at each leaf the values that pass. */
export interface StreamFilter {
  eventName?: readonly string[];
  dynamodb: { [Image in 'NewImage' | 'OldImage']?: { _e: { S: readonly string[] } } };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The event source's filters for what a reader watches. A record that passes one of them is delivered. */
export const streamFilters = ({ changes, inserts }: StreamWatch): StreamFilter[] => [
  { dynamodb: { NewImage: { _e: { S: changes } } } },
  { eventName: ['REMOVE'], dynamodb: { OldImage: { _e: { S: changes } } } },
  // Lambda takes no list of nothing.
  ...(inserts.length === 0
    ? []
    : [{ eventName: ['INSERT'], dynamodb: { NewImage: { _e: { S: inserts } } } }]),
];

const matches = (pattern: unknown, value: unknown): boolean =>
  Array.isArray(pattern)
    ? pattern.includes(value)
    : isRecord(pattern) &&
      isRecord(value) &&
      Object.entries(pattern).every(([name, inner]) => matches(inner, value[name]));

/** Whether Lambda delivers a record through these filters. */
export const passesFilters = (filters: readonly StreamFilter[], record: unknown): boolean =>
  filters.some((filter) => matches(filter, record));
