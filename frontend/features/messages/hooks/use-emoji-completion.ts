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

/** Every emoji with its names; in English where a language has none. */
const loadNames = async (language: Language): Promise<NamedEmoji[]> => {
  const { default: data } = await DATA[language === 'tr' ? 'en' : language]();
  return Object.values(data.emojis).flat();
};

/**
 * Emoji by their names while `:name` is typed.
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
  const dismiss = () => setDismissed(word);
  return { found, pick, setCursor, ...useChoiceKeys(word, found.length, { pick, dismiss }) };
};
