import { useTranslation } from '../lib/texts/use-translation.ts';

/** Returns the built-in texts of MUI's Autocomplete in the user's language; MUI's defaults are English. */
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
