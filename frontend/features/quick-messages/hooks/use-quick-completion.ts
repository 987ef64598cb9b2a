import { QUICK_MESSAGES_LISTED } from '@prosa/shared/rules/list-sizes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LIVE } from '../../../lib/api/query.ts';
import { useChoiceKeys } from '../../../lib/screen/use-choice-keys.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { findQuickMessages, typedShortcode } from '../quick-completion.ts';
import { quickMessageList } from '../quick-message-list.ts';

const NONE: never[] = [];

/**
 * Autocompletes quick replies while the text starts with `/`.
 * @param cursor position of the cursor in the text
 * @param dismissed the typed text for which the user dismissed the list
 */
export const useQuickCompletion = (
  text: string,
  {
    cursor,
    dismissed,
    dismiss,
    isOffered,
    onPick,
  }: {
    cursor: number;
    dismissed: string | null;
    dismiss: (typed: string) => void;
    /** Whether quick replies are available here. */
    isOffered: boolean;
    /** Replaces the typed text with the quick reply. */
    onPick: (quick: { id: number; message: string; mediaPath: string | null }) => void;
  },
) => {
  const typed = isOffered ? typedShortcode(text, Math.min(cursor, text.length)) : null;
  const isTyping = typed !== null && typed !== dismissed;
  const { data: first = NONE } = useQuery({ ...quickMessageList(''), enabled: isTyping, staleTime: LIVE });
  const asked = useDebounced(typed ?? '');
  const { data: more = NONE } = useQuery({
    ...quickMessageList(asked),
    enabled: isTyping && asked !== '' && first.length >= QUICK_MESSAGES_LISTED,
    placeholderData: keepPreviousData,
    staleTime: LIVE,
  });
  const all = [...new Map([...first, ...more].map((quick) => [quick.id, quick])).values()];
  const found = isTyping ? findQuickMessages(all, typed) : NONE;
  const pick = (index: number) => {
    const chosen = found[index];
    if (chosen !== undefined) onPick(chosen);
  };
  const word = typed ?? '';
  return { found, pick, ...useChoiceKeys(word, found.length, { pick, dismiss: () => dismiss(word) }) };
};
