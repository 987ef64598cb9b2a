/** The position where a page of a list ended, with the count of the list so far. */
export interface CountedPlace {
  count: number;
  /** Whether `count` is the total of the whole list. Otherwise it is the sum of the pages so far. */
  isTotal: boolean;
  next: string;
}

/**
 * Encodes the position for use in a cursor. The list is counted once, with its first page, and each further page
 * repeats that count.
 */
export const makeCountedPlace = ({ count, isTotal, next }: CountedPlace): string =>
  `${isTotal ? '=' : '+'}${count}\n${next}`;

export const readCountedPlace = (place: string): CountedPlace => {
  const end = place.indexOf('\n');
  return { isTotal: place.startsWith('='), count: Number(place.slice(1, end)), next: place.slice(end + 1) };
};
