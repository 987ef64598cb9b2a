const formats = new Map<string, Intl.DateTimeFormat>();

/** What formats instants in an IANA zone, made once for each zone and kind: making one costs far more than using it. */
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
