/** Operating systems by user agent pattern. The first match wins, because Android's user agent contains Linux too. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/android/i, 'Android'],
  [/iphone|ipad|ipod/i, 'iOS'],
  [/\bcros\b/i, 'ChromeOS'],
  [/windows/i, 'Windows'],
  [/macintosh|mac os x/i, 'macOS'],
  [/linux/i, 'Linux'],
];
/** Browsers by user agent pattern. The first match wins, because most user agents contain Chrome and Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bedg(e|a|ios)?\//i, 'Edge'],
  [/\b(opr|opera)\b/i, 'Opera'],
  [/samsungbrowser\//i, 'Samsung Internet'],
  [/(firefox|fxios)\//i, 'Firefox'],
  [/(chrome|crios|chromium)\//i, 'Chrome'],
  [/safari\//i, 'Safari'],
];
const NAME_MAX = 40;

const firstOf = (names: readonly (readonly [RegExp, string])[], userAgent: string): string =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';

/**
 * Returns a device name for a user agent: browser and operating system, such as `Chrome · Windows`. For other programs:
 * the first word of the user agent, at most 40 characters. '' if there is none.
 */
export const deviceOf = (userAgent: string | undefined = ''): string => {
  const known = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)].filter((name) => name !== '');
  if (known.length > 0) return known.join(' · ');
  return /^[\w.-]+/.exec(userAgent)?.[0].slice(0, NAME_MAX) ?? '';
};
