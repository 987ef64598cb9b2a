import { formatCount } from '../../lib/texts/format.ts';

const CIRCLED_ONE = 0x2460;
const LAST_CIRCLED = 20;

/**
 * Returns the tab's title with the unread count: a circled number up to 20, `(n)` above, `(99+)` from 100 on, nothing
 * for 0.
 */
export const unreadTitle = (appName: string, count: number): string => {
  if (count <= 0) return appName;
  const mark =
    count <= LAST_CIRCLED ? String.fromCodePoint(CIRCLED_ONE + count - 1) : `(${formatCount(count)})`;
  return `${mark} ${appName}`;
};
