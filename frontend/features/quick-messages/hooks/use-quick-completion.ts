import { QUICK_MESSAGES_LISTED } from '@prosa/shared/rules/list-sizes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIVE } from '../../../lib/api/query.ts';
import { useChoiceKeys } from '../../../lib/screen/use-choice-keys.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { findQuickMessages, typedShortcode } from '../quick-completion.ts';
import { quickMessageList } from '../quick-message-list.ts';

const NONE: never[] = [];

/**
 * Quick replies while `/` is what a message begins with.
 * @param isOffered whether they may be used here
 * @param onPick puts one in place of what was typed
 */
export const useQuickCompletion = (
  text: string,
  isOffered: boolean,
  onPick: (quick: { id: number; message: string; mediaPath: string | null }) => void,
) => {
  const [cursor, setCursor] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
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
  const dismiss = () => setDismissed(typed);
  return { found, pick, setCursor, ...useChoiceKeys(typed ?? '', found.length, { pick, dismiss }) };
};
