/**
 * Patterns whose time the checker cannot bound or does not find linear, each with what bounds it. A new one needs a
 * review: most have a linear form, or are unnecessary (`shared/rules/without-tail.ts`).
 */
export const REVIEWED_PATTERNS: Record<string, string> = {
  '/(^|[\\s\\p{P}])([*_~]|```|`)(\\S(?:[^\\n]*?\\S)?)\\2(?=$|[\\s\\p{P}])/gu':
    'Takes the square of a length that previewText cuts to 1,000 characters before.',
  '/(?:^|[\\s(])(:([\\p{L}\\p{M}\\d_+-]{2,30}))$/u':
    'Reads what the reader types, 30 characters from a colon at the most.',
  '/(?:https?:\\/\\/|www\\.)[^\\s<>"\'`\\p{Cc}\\p{Cf}]+|mailto:[^\\s<>"\']+|tel:\\+?[\\d().-]+/giu':
    'Nothing follows a repetition: none is gone back over, and the search goes on behind it.',
};

/** Patterns that are built at run time, by their text, with what they are made of. */
export const REVIEWED_BUILT: Record<string, string> = {
  'new RegExp(`^C#(\\\\d+)#${pk}$`)': "Made of one of the product's own keys, and reads only keys.",
  "new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')":
    'Made of the patterns of append-only partitions, and reads keys of 2 kB at the most, in the local program alone.',
  'new RegExp(`^(?:${GREETING})(?: (?:${GREETING}|${COURTESY}))*$`)':
    'Reads fewer than 80 characters: isWholeText asks only for texts below its length.',
  "new RegExp(LINK.source, 'iuy')": 'The pattern of links above, tried at one place.',
};
