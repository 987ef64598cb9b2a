import type { FlowPhraseView } from '@prosa/shared/contracts/flow-phrases.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the phrases that contain a text in their name, their phrase or their flow's name. Case and accents do not count. */
export const findPhrases = (phrases: readonly FlowPhraseView[], words: string): readonly FlowPhraseView[] => {
  const wanted = plain(words.trim());
  if (wanted === '') return phrases;
  return phrases.filter(({ name, phrase, flow }) =>
    plain(`${name}\n${phrase}\n${flow?.name ?? ''}`).includes(wanted),
  );
};
