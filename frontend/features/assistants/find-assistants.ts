import type { AssistantView } from '@prosa/shared/contracts/assistants.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** Returns the assistants that contain a text in their name, model or queue. Case and accents do not count. */
export const findAssistants = <
  T extends Pick<AssistantView, 'name' | 'model'> & { queue: { name: string } | null },
>(
  assistants: readonly T[],
  words: string,
): readonly T[] => {
  const wanted = normalizeForSearch(words);
  return assistants.filter(({ name, model, queue }) =>
    normalizeForSearch(`${name}\n${model}\n${queue?.name ?? ''}`).includes(wanted),
  );
};
