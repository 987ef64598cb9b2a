import type { StreamWatch } from '@prosa/functions/platform/lambda/declare-function.ts';

/** A pattern of Lambda's event filters: each leaf lists the values that pass. */
export interface StreamFilter {
  eventName?: readonly string[];
  dynamodb: { [Image in 'NewImage' | 'OldImage']?: { _e: { S: readonly string[] } } };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the event source's filters for a reader's {@link StreamWatch}. A record that passes one filter is
 * delivered.
 */
export const streamFilters = ({ changes, inserts }: StreamWatch): StreamFilter[] => [
  { dynamodb: { NewImage: { _e: { S: changes } } } },
  { eventName: ['REMOVE'], dynamodb: { OldImage: { _e: { S: changes } } } },
  // Lambda accepts no empty list.
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

/** Whether Lambda would deliver a record through these filters. */
export const passesFilters = (filters: readonly StreamFilter[], record: unknown): boolean =>
  filters.some((filter) => matches(filter, record));
