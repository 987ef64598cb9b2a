import { useColorScheme } from '@mui/material/styles';
import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { changeLanguage } from '../../lib/texts/i18n.ts';

/** Shows the app in the account's language and light. */
export const useSessionPreferences = (): void => {
  const { language, defaultTheme } = useUser();
  const { setMode } = useColorScheme();
  useEffect(() => {
    changeLanguage(language).catch(notifyError);
  }, [language]);
  useEffect(() => setMode(defaultTheme), [defaultTheme, setMode]);
};
