import type { CampaignReceiver } from '@prosa/shared/entities/campaign.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** Returns whether a receiver's name contains a text, or its number the digits of the text; any receiver for ''. */
export const receiverMatches = (
  { name, number }: Pick<CampaignReceiver, 'name' | 'number'>,
  search: string,
): boolean => {
  const wanted = normalizeForSearch(search);
  const digits = search.replace(/\D/g, '');
  return normalizeForSearch(name).includes(wanted) || (digits !== '' && number.includes(digits));
};
