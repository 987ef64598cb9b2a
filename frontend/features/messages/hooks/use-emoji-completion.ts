import type { Language } from '@prosa/shared/entities/user.ts';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { notifyError } from '../../../lib/notify.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { findEmoji, type NamedEmoji, typedEmojiName } from '../emoji-completion.ts';

const DATA = {
  pt: () => import('emoji-picker-react/data/emojis-pt'),
  es: () => import('emoji-picker-react/data/emojis-es'),
  en: () => import('emoji-picker-react/data/emojis-en'),
} as const;

/** Every emoji with its names; in English where a language has none. */
const loadNames = async (language: Language): Promise<NamedEmoji[]> => {
  const { default: data } = await DATA[language === 'tr' ? 'en' : language]();
  return Object.values(data.emojis).flat();
};

/**
 * Emoji by their names while `:name` is typed: arrows choose, Enter and Tab take, Escape leaves the text as it is.
 * @param replace puts an emoji in the place of what was typed from one position to another
 */
export const useEmojiCompletion = (
  text: string,
  replace: (from: number, to: number, emoji: string) => void,
) => {
  const { language } = useUser();
  const [cursor, setCursor] = useState(0);
  const [all, setAll] = useState<readonly NamedEmoji[]>([]);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [choice, setChoice] = useState({ word: '', index: 0 });
  const typed = typedEmojiName(text, cursor);
  const word = typed === null || typed.word === dismissed ? '' : typed.word;
  const isTyping = word !== '';
  useEffect(() => {
    if (isTyping) loadNames(language).then(setAll, notifyError);
  }, [isTyping, language]);
  const found = useMemo(() => (word === '' ? [] : findEmoji(all, word)), [all, word]);
  // Another word begins at its first emoji again.
  const active = choice.word === word ? Math.min(choice.index, Math.max(0, found.length - 1)) : 0;

  const pick = (index: number) => {
    const chosen = found[index];
    if (typed !== null && chosen !== undefined) replace(typed.from, cursor, `${chosen.emoji} `);
  };
  /** Answers whether the key was meant for the choice. */
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (found.length === 0 || nativeEvent.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setChoice({ word, index: (active + step + found.length) % found.length });
    else if ((key === 'Enter' && !shiftKey) || key === 'Tab') pick(active);
    else if (key === 'Escape') setDismissed(word);
    else return false;
    return true;
  };
  return { found, active, pick, onKeyDown, setCursor };
};
