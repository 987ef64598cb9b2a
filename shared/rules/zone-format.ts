const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a formatter for an IANA zone. Cached for each zone and kind, because creating a formatter costs far more
 * than using it.
 */
export const zoneFormat = (
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, timeZone, options]);
  const held = formats.get(key);
  if (held !== undefined) return held;
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, format);
  return format;
};

/** Returns the day of an instant in a time zone, `2026-11-21`. */
export const localDay = (timeZone: string, ms: number): string =>
  zoneFormat('en-CA', timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);

/** Returns the hour of an instant in a time zone, 0 to 23. */
export const localHour = (timeZone: string, ms: number): number =>
  Number(zoneFormat('en-GB', timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(ms));

const QUARTER_MS = 15 * 60_000;

/**
 * Returns when the day of an instant ends in a time zone, in epoch milliseconds. Days change on a quarter of an hour,
 * because the offsets of time zones are whole quarters.
 */
export const endOfLocalDay = (timeZone: string, ms: number): number => {
  const day = localDay(timeZone, ms);
  let atMs = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  while (localDay(timeZone, atMs) === day) atMs += QUARTER_MS;
  return atMs;
};
