/** Where a page of a list ended, with what was counted of the list until then. */
export interface CountedPlace {
  count: number;
  /** It is the list's count; otherwise what its pages had. */
  isTotal: boolean;
  next: string;
}

/** As cursors keep it: the list is counted once, with its first page, and each further one tells the same. */
export const makeCountedPlace = ({ count, isTotal, next }: CountedPlace): string =>
  `${isTotal ? '=' : '+'}${count}\n${next}`;

export const readCountedPlace = (place: string): CountedPlace => {
  const end = place.indexOf('\n');
  return { isTotal: place.startsWith('='), count: Number(place.slice(1, end)), next: place.slice(end + 1) };
};
