import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { REVIEWED_BUILT, REVIEWED_PATTERNS } from './reviewed-patterns.ts';
import { isTest, sourceFiles } from './support/source-files.ts';
import { isNode, type Node, nameOf, nodesOf, placeOf } from './support/syntax.ts';

const SHIPPED = ['shared', 'functions', 'session-host', 'frontend', 'infra'];
/**
 * Attacks are judged by the characters that they read, not by their time, which also depends on what else the machine
 * does. If the checker gives up after far more time than any pattern needs, the pattern counts as not linear.
 */
const LIMITS = { attackTimeout: null, incubationTimeout: null, timeout: 300_000 } as const;

interface Pattern {
  source: string;
  flags: string;
}

const literalOf = ({ source, flags }: Pattern): string => `/${source}/${flags}`;
const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** Returns the pattern of an expression, if its text alone determines it. */
const patternOf = (node: Node): Pattern | undefined => {
  if (isNode(node.regex)) return { source: String(node.regex.pattern), flags: String(node.regex.flags) };
  const [source, flags] = Array.isArray(node.arguments) ? node.arguments.map(textOf) : [];
  return source === undefined ? undefined : { source, flags: flags ?? '' };
};
const isPattern = ({ regex, type, callee }: Node): boolean =>
  isNode(regex) || ((type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp');

const patterns = new Map<string, Pattern & { places: string[] }>();
const built = new Map<string, string>();
for (const file of SHIPPED.flatMap(sourceFiles).filter((one) => !isTest(one))) {
  for (const node of nodesOf(file).filter(isPattern)) {
    const pattern = patternOf(node);
    if (pattern === undefined) {
      built.set(file.text.slice(Number(node.start), Number(node.end)), placeOf(file, node));
      continue;
    }
    const known = patterns.get(literalOf(pattern)) ?? { ...pattern, places: [] };
    known.places.push(placeOf(file, node));
    patterns.set(literalOf(pattern), known);
  }
}

/** Asks the checker, which runs as a native program where there is one: four times as fast as in JavaScript. */
const verdictOf = async ({ source, flags }: Pattern): Promise<string> => {
  const verdict = await check(source, flags, LIMITS);
  if (verdict.status === 'safe') return 'safe';
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : `unknown: ${verdict.error.kind}`;
};

describe('S-34: regular expressions', () => {
  it('S-34: are found everywhere in the code, and the checker judges examples correctly', async () => {
    expect(patterns.size).toBeGreaterThan(150);
    expect(await verdictOf({ source: '^[a-z]+-\\d{1,9}$', flags: '' })).toBe('safe');
    expect(await verdictOf({ source: '^(a+)+$', flags: '' })).toBe('exponential');
    expect(await verdictOf({ source: '\\s+$', flags: '' })).toBe('2nd degree polynomial');
  });

  it('S-34: take time linear in the length of their input', async () => {
    const unproven: string[] = [];
    for (const [literal, pattern] of patterns) {
      if (literal in REVIEWED_PATTERNS) continue;
      const verdict = await verdictOf(pattern);
      if (verdict !== 'safe') unproven.push(`${pattern.places.join(', ')}: ${literal} ${verdict}`);
    }
    expect(unproven).toEqual([]);
  });

  it('S-34: patterns not proven linear and patterns built at run time are reviewed', () => {
    expect([...built.keys()].toSorted()).toEqual(Object.keys(REVIEWED_BUILT).toSorted());
    expect(Object.keys(REVIEWED_PATTERNS).filter((literal) => !patterns.has(literal))).toEqual([]);
  });
});
