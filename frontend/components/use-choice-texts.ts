import { useTranslation } from 'react-i18next';

/** What a list of choices says by itself, in the person's language: without them MUI speaks English. */
export const useChoiceTexts = () => {
  const { t } = useTranslation('common');
  return {
    noOptionsText: t('nothingFound'),
    loadingText: t('loading'),
    clearText: t('clear'),
    openText: t('open'),
    closeText: t('close'),
  };
};
