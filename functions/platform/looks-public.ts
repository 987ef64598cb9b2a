import { isPossible, OUTSIDE_RULES, type OutsideRules } from './fetch-outside.ts';

/** Top-level domains of names that no public resolver knows. */
const PRIVATE_DOMAINS: ReadonlySet<string> = new Set([
  'local',
  'localhost',
  'internal',
  'lan',
  'home',
  'arpa',
]);

/**
 * Whether an address is that of a public HTTPS server, as far as its text shows: a name may still resolve to a private
 * address, which is refused when the address is called (S-46).
 */
export const looksPublic = (url: URL, rules: OutsideRules = OUTSIDE_RULES): boolean => {
  const { hostname } = url;
  const labels = hostname.replace(/\.$/, '').split('.');
  const isName = labels.length > 1 && !PRIVATE_DOMAINS.has(labels.at(-1) ?? '');
  return isPossible(url, rules) && (hostname.startsWith('[') || isName);
};
