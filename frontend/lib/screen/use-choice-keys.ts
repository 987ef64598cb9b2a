import { type KeyboardEvent, useState } from 'react';

/**
 * The keys of a choice that stands above a field while a word is typed in it: arrows choose, Enter and Tab take, Escape
 * leaves the text as it is.
 * @param word what is typed; another one begins at its first entry again
 * @param count entries that fit it
 */
export const useChoiceKeys = (
  word: string,
  count: number,
  { pick, dismiss }: { pick: (index: number) => void; dismiss: () => void },
) => {
  const [choice, setChoice] = useState({ word, index: 0 });
  const active = choice.word === word ? Math.min(choice.index, Math.max(0, count - 1)) : 0;
  /** Answers whether the key was meant for the choice. */
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
