import { useColorScheme } from '@mui/material/styles';
import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { changeLanguage } from '../../lib/texts/i18n.ts';

/** Applies the account's language and theme to the app. */
export const useSessionPreferences = (): void => {
  const { language, defaultTheme } = useUser();
  const { setMode } = useColorScheme();
  useEffect(() => {
    changeLanguage(language).catch(notifyError);
  }, [language]);
  useEffect(() => setMode(defaultTheme), [defaultTheme, setMode]);
};
