/** Query parameters by name: a text or a list of texts. Input of the route's schema. */
export type QueryValues = Readonly<Record<string, string | readonly string[]>>;

/** Suffix of a list parameter: `a[]` or `a[0]`. */
const BRACKETS = /\[\d*\]$/;

/**
 * Groups query parameters by name. A name repeated with different values gives a list. A name with brackets always
 * gives a list. The route's schema decides whether a list is allowed, and its maximum length.
 */
export const readQuery = (pairs: Iterable<readonly [name: string, text: string]>): QueryValues => {
  const lists = new Map<string, { texts: string[]; isList: boolean }>();
  for (const [written, text] of pairs) {
    const name = written.replace(BRACKETS, '');
    const known = lists.get(name) ?? { texts: [], isList: false };
    known.isList ||= name !== written || known.texts.some((other) => other !== text);
    known.texts.push(text);
    lists.set(name, known);
  }
  return Object.fromEntries(
    [...lists].map(([name, { texts, isList }]) => [name, isList ? texts : (texts[0] ?? '')]),
  );
};
