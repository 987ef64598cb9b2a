import type { Language } from '@prosa/shared/entities/user.ts';
import { useEffect, useMemo, useState } from 'react';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useChoiceKeys } from '../../../lib/screen/use-choice-keys.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { findEmoji, type NamedEmoji, typedEmojiName } from '../emoji-completion.ts';

const DATA = {
  pt: () => import('emoji-picker-react/data/emojis-pt'),
  es: () => import('emoji-picker-react/data/emojis-es'),
  en: () => import('emoji-picker-react/data/emojis-en'),
} as const;

/** Loads all emoji with their names; in English for Turkish, because the package has no Turkish names. */
const loadNames = async (language: Language): Promise<NamedEmoji[]> => {
  const { default: data } = await DATA[language === 'tr' ? 'en' : language]();
  return Object.values(data.emojis).flat();
};

/**
 * Autocompletes emoji by their names while the user types `:name`.
 * @param cursor position of the cursor in the text
 * @param dismissed the word for which the user dismissed the list
 */
export const useEmojiCompletion = (
  text: string,
  {
    cursor,
    dismissed,
    dismiss,
    replace,
  }: {
    cursor: number;
    dismissed: string | null;
    dismiss: (word: string) => void;
    /** Replaces the text between two positions with an emoji. */
    replace: (from: number, to: number, emoji: string) => void;
  },
) => {
  const { language } = useUser();
  const [all, setAll] = useState<readonly NamedEmoji[]>([]);
  const typed = typedEmojiName(text, cursor);
  const word = typed === null || typed.word === dismissed ? '' : typed.word;
  const isTyping = word !== '';
  useEffect(() => {
    if (isTyping) loadNames(language).then(setAll, notifyError);
  }, [isTyping, language]);
  const found = useMemo(() => (word === '' ? [] : findEmoji(all, word)), [all, word]);

  const pick = (index: number) => {
    const chosen = found[index];
    if (typed !== null && chosen !== undefined) replace(typed.from, cursor, `${chosen.emoji} `);
  };
  return { found, pick, ...useChoiceKeys(word, found.length, { pick, dismiss: () => dismiss(word) }) };
};
