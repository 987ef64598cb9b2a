import { useId } from 'react';
import { choiceOptionId } from '../../../components/choice-above.tsx';
import { useQuickCompletion } from '../../quick-messages/hooks/use-quick-completion.ts';
import { useEmojiCompletion } from './use-emoji-completion.ts';

/** What the field is completed by while one writes: a quick reply behind the first `/`, or an emoji by its name. */
export const useCompletion = (
  text: string,
  options: {
    offersQuick: boolean;
    /** Puts something in place of what was typed from one position to another. */
    replace: (from: number, to: number, part: string) => void;
    onQuick: Parameters<typeof useQuickCompletion>[2];
  },
) => {
  const id = useId();
  const emoji = useEmojiCompletion(text, options.replace);
  const quick = useQuickCompletion(text, options.offersQuick, options.onQuick);
  const { active, pick, onKeyDown, found } = quick.found.length > 0 ? quick : emoji;
  return {
    id,
    quick: quick.found,
    emoji: emoji.found,
    active,
    pick,
    onKeyDown,
    setCursor: (at: number) => {
      emoji.setCursor(at);
      quick.setCursor(at);
    },
    /** What the field says of the choice above it. */
    fieldProps:
      found.length === 0 ? {} : { 'aria-controls': id, 'aria-activedescendant': choiceOptionId(id, active) },
  };
};
