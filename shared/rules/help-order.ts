import type { Help } from '../entities/help.ts';

type Placed = Pick<Help, 'id' | 'title'>;

/** Compares helps for sorting: by title, helps of the same title by id. */
export const byTitle = (a: Placed, b: Placed): number => a.title.localeCompare(b.title, 'pt') || a.id - b.id;
