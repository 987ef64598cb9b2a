import type { ContactListView } from '@prosa/shared/contracts/contact-lists.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

type Counts = Pick<ContactListView, 'contactsCount' | 'invalidCount' | 'uncheckedCount'>;

/** Returns a function that says how many contacts a list has, and how many of them are not valid or not checked. */
export const useCountTexts = () => {
  const { t } = useTranslation('contact-lists');
  return ({ contactsCount, invalidCount, uncheckedCount }: Counts): string =>
    [
      t('count.contacts', { count: contactsCount, shown: formatNumber(contactsCount) }),
      ...(invalidCount === 0 ? [] : [t('count.invalid', { shown: formatNumber(invalidCount) })]),
      ...(uncheckedCount === 0 ? [] : [t('count.unchecked', { shown: formatNumber(uncheckedCount) })]),
    ].join(' · ');
};
