import { type KeyboardEvent, useState } from 'react';

/**
 * Handles the keys of a list of completions above a field: arrows select, Enter and Tab insert, Escape closes the
 * list and keeps the text.
 * @param word the typed word; a new word selects the first entry again
 * @param count number of matching entries
 */
export const useChoiceKeys = (
  word: string,
  count: number,
  { pick, dismiss }: { pick: (index: number) => void; dismiss: () => void },
) => {
  const [choice, setChoice] = useState({ word, index: 0 });
  const active = choice.word === word ? Math.min(choice.index, Math.max(0, count - 1)) : 0;
  /** Returns whether the list handled the key. */
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (count === 0 || nativeEvent.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setChoice({ word, index: (active + step + count) % count });
    else if ((key === 'Enter' && !shiftKey) || key === 'Tab') pick(active);
    else if (key === 'Escape') dismiss();
    else return false;
    return true;
  };
  return { active, onKeyDown };
};
