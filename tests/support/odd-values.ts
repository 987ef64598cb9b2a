/**
 * Texts that somebody outside can choose and that services refuse or count differently: empty, blank, other alphabets,
 * controls, lone surrogates, noncharacters, separators of keys, names of prototypes, numbers at the limits, long ones.
 */
export const oddTexts = (): string[] => [
  '',
  ' ',
  'a b',
  'ação',
  'id de José',
  '消息',
  '👨‍👩‍👧',
  'ﷺ'.repeat(200),
  '\u0000',
  'a\u0001b',
  '\t\n\r',
  '\u007F\u0085\u2028',
  '\uD800',
  '\uDC00x',
  '\uD801',
  '\uFFFE',
  '\uFFFF',
  '\uFEFFid',
  '#',
  'C#1#USERS',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  String(2 ** 53),
  '1e400',
  'x'.repeat(127),
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(200),
  'x'.repeat(201),
  'é'.repeat(1025),
  'x'.repeat(10_000),
  `${'x'.repeat(10_000)}y`,
  '\u0001'.repeat(10_000),
];

/** Returns a list inside a list, so many levels deep. */
export const nestedLists = (levels: number): unknown => {
  let value: unknown = 'fundo';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

/** Values of JSON that a service can answer in place of any other: odd texts, numbers at the limits, lists, depth. */
export const oddJson = (): unknown[] => [
  '',
  '\u0000',
  '\uD800',
  '__proto__',
  'x'.repeat(10_000),
  '\u0001'.repeat(10_000),
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  [],
  {},
  [null],
  Array.from({ length: 1000 }, () => 'x'),
  Array.from({ length: 1000 }, () => ({})),
  nestedLists(30_000),
];

/** Returns copies of a value of JSON, each with another part replaced: every part, those that contain others too. */
export const withPartsReplaced = (value: unknown, by: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return [by];
  const copies = Object.entries(value).flatMap(([name, part]) =>
    withPartsReplaced(part, by).map((replaced) =>
      Array.isArray(value)
        ? value.map((entry, index) => (String(index) === name ? replaced : entry))
        : { ...value, [name]: replaced },
    ),
  );
  return [by, ...copies];
};
