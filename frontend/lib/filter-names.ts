import type { IdsOfName } from '@prosa/shared/rules/filters/filter-text.ts';
import type { NameOfId } from '@prosa/shared/rules/filters/print-filter.ts';
import type { IdField } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** What a filter may name, by field. */
export type FilterLists = Readonly<Partial<Record<IdField, readonly { id: number; name: string }[]>>>;

const named = (lists: FilterLists, field: IdField, name: string) => {
  const wanted = normalizeForSearch(name);
  return (lists[field] ?? []).filter((one) => normalizeForSearch(one.name) === wanted);
};

/** Returns the function that finds the ids of everything with a name, regardless of case and accents. */
export const idsOfNames =
  (lists: FilterLists): IdsOfName =>
  (field, name) =>
    named(lists, field, name).map(({ id }) => id);

/** Returns the function that finds the name of an id; undefined if other items have the same name. */
export const namesOfIds =
  (lists: FilterLists): NameOfId =>
  (field, id) => {
    const name = lists[field]?.find((one) => one.id === id)?.name;
    return name !== undefined && named(lists, field, name).length === 1 ? name : undefined;
  };
