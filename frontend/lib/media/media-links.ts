/** A link to a stored file, as `functions/platform/blob/media-link.ts` makes them: path, and expiry in epoch seconds. */
const LINK = /^(\/media\/t\/[1-9]\d*\/[\w-]+)\?e=(\d{10})&/;
/** A link is no longer used for a new request so long before it expires. */
const MARGIN_MS = 5000;

/** Returns the path of a link's file, the same in all links to the file; undefined for any other address. */
export const fileOf = (link: string): string | undefined => LINK.exec(link)?.[1];

const expiryOf = (link: string): number => Number(LINK.exec(link)?.[2] ?? 0) * 1000;

/** Whether a link to a file is expired, or about to be. Other addresses do not expire. */
export const isExpired = (link: string, nowMs: number): boolean =>
  fileOf(link) !== undefined && expiryOf(link) - MARGIN_MS <= nowMs;

/** Returns the link that expires later; both lead to the same file. */
export const laterOf = (one: string, other: string | undefined): string =>
  other === undefined || expiryOf(one) >= expiryOf(other) ? one : other;
