import type { IntegrationView } from '@prosa/shared/contracts/integrations.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** Returns the integrations that contain a text in their name, type or address. Case and accents do not count. */
export const findIntegrations = <T extends Pick<IntegrationView, 'name' | 'type' | 'urlN8N'>>(
  integrations: readonly T[],
  words: string,
): readonly T[] => {
  const wanted = normalizeForSearch(words);
  return integrations.filter(({ name, type, urlN8N }) =>
    normalizeForSearch(`${name}\n${type}\n${urlN8N}`).includes(wanted),
  );
};
