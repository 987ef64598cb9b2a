import type { QuickMessageView } from '@prosa/shared/contracts/quick-messages.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** Maximum number of characters on a quick message's line. */
const LABEL_MAX_CHARS = 90;

/**
 * Returns the text after the `/` at the start of a message, up to the cursor; null when no quick message is being
 * searched.
 */
export const typedShortcode = (text: string, cursor: number): string | null => {
  const [, typed] = /^\/([^\n]{0,100})$/.exec(text.slice(0, cursor)) ?? [];
  return typed ?? null;
};

/** Returns a quick message on one line: shortcode and text, cut at 90 characters. */
export const quickLabel = ({
  shortcode,
  message,
}: Pick<QuickMessageView, 'shortcode' | 'message'>): string => {
  const characters = [...`${shortcode} - ${message}`.replace(/\s+/g, ' ')];
  return characters.length <= LABEL_MAX_CHARS
    ? characters.join('')
    : `${characters.slice(0, LABEL_MAX_CHARS - 1).join('')}…`;
};

/** Returns how well a quick message matches: lower is better; null when it does not match. */
const rankOf = ({ shortcode, message }: QuickMessageView, wanted: string): number | null => {
  const code = normalizeForSearch(shortcode);
  if (code === wanted) return 0;
  if (code.startsWith(wanted)) return 1;
  if (code.includes(wanted)) return 2;
  return normalizeForSearch(message).includes(wanted) ? 3 : null;
};

/** Returns the quick messages whose shortcode or text contains the typed text; the best matching shortcodes first. */
export const findQuickMessages = <Q extends QuickMessageView>(all: readonly Q[], typed: string): Q[] => {
  const wanted = normalizeForSearch(typed);
  return all
    .flatMap((quick) => {
      const rank = rankOf(quick, wanted);
      return rank === null ? [] : [{ quick, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ quick }) => quick);
};
