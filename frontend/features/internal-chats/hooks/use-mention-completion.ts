import { useId } from 'react';
import { choiceOptionId } from '../../../components/choice-above.tsx';
import { useChoiceKeys } from '../../../lib/screen/use-choice-keys.ts';
import { findMentioned, type Mentionable, typedMention } from '../mentions.ts';

/**
 * Completes members' names while the user types `@name`.
 * @param cursor position of the cursor in the text
 * @param dismissed the typed name for which the user dismissed the list
 */
export const useMentionCompletion = (
  text: string,
  {
    members,
    cursor,
    dismissed,
    dismiss,
    replace,
  }: {
    members: readonly Mentionable[];
    cursor: number;
    dismissed: string | null;
    dismiss: (word: string) => void;
    /** Replaces the typed text between two positions. */
    replace: (from: number, to: number, part: string) => void;
  },
) => {
  const id = useId();
  const typed = typedMention(text, cursor);
  const found = typed === null || typed.word === dismissed ? [] : findMentioned(members, typed.word);
  const word = typed?.word ?? '';
  const pick = (index: number) => {
    const chosen = found[index];
    if (typed !== null && chosen !== undefined) replace(typed.from, cursor, `@${chosen.name} `);
  };
  const { active, onKeyDown } = useChoiceKeys(word, found.length, { pick, dismiss: () => dismiss(word) });
  return {
    id,
    found,
    active,
    pick,
    onKeyDown,
    /** ARIA attributes of the field for the list above it. */
    fieldProps:
      found.length === 0 ? {} : { 'aria-controls': id, 'aria-activedescendant': choiceOptionId(id, active) },
  };
};
