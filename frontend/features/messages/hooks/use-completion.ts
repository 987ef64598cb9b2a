import { useId } from 'react';
import { choiceOptionId } from '../../../components/choice-above.tsx';
import { useQuickCompletion } from '../../quick-messages/hooks/use-quick-completion.ts';
import {
  type CompletionKind,
  type ComposerAction,
  type ComposerState,
  isTextOnly,
} from '../composer-state.ts';
import { useEmojiCompletion } from './use-emoji-completion.ts';

/** Completes the field while the user types: a quick message after a `/` at the start, or an emoji by its name. */
export const useCompletion = (
  text: string,
  state: ComposerState,
  {
    dispatch,
    replace,
    onQuick,
  }: {
    dispatch: (action: ComposerAction) => void;
    /** Replaces the typed text between two positions. */
    replace: (from: number, to: number, part: string) => void;
    onQuick: (quick: { id: number; message: string; mediaPath: string | null }) => void;
  },
) => {
  const id = useId();
  const sharedBy = (kind: CompletionKind) => ({
    cursor: state.cursor,
    dismissed: state.dismissed[kind],
    dismiss: (word: string) => dispatch({ type: 'dismiss', kind, word }),
  });
  const emoji = useEmojiCompletion(text, { ...sharedBy('emoji'), replace });
  const quick = useQuickCompletion(text, {
    ...sharedBy('quick'),
    isOffered: !isTextOnly(state),
    onPick: onQuick,
  });
  const { active, pick, onKeyDown, found } = quick.found.length > 0 ? quick : emoji;
  return {
    id,
    quick: quick.found,
    emoji: emoji.found,
    active,
    pick,
    onKeyDown,
    /** ARIA attributes of the field for the list above it. */
    fieldProps:
      found.length === 0 ? {} : { 'aria-controls': id, 'aria-activedescendant': choiceOptionId(id, active) },
  };
};
