import { serverNow } from '../live/server-time.ts';
import { untilOnline } from '../screen/use-online.ts';
import { fileOf, isExpired, laterOf } from './media-links.ts';

/** The newest link of each file that was asked for again, by the file's path. */
const newest = new Map<string, string>();

/** Returns the newest known link to a link's file; any other address as it is. */
export const newestLink = (link: string): string => laterOf(link, newest.get(fileOf(link) ?? ''));

/** Whether an address can be requested now, as far as its expiry tells. */
export const isUsable = (link: string): boolean => !isExpired(link, serverNow());

/**
 * Returns a usable link to a link's file, a new one if need be; null if there is none. What fetches new links is loaded
 * when it is first needed: the first visit has none that are expired.
 * @param failed a link that could not be loaded, whatever its expiry says
 */
export const freshLink = async (link: string, failed: string | null = null): Promise<string | null> => {
  const file = fileOf(link);
  const usable = (): string | null => {
    const known = newestLink(link);
    return known !== '' && known !== failed && isUsable(known) ? known : null;
  };
  const known = usable();
  if (file === undefined || known !== null) return known;
  if (navigator.onLine === false) await untilOnline();
  const { renewLink } = await import('./renew-links.ts');
  await renewLink(file, newest);
  return usable();
};
