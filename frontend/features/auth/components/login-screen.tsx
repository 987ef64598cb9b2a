import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { BrandMark } from '../../branding/components/brand-mark.tsx';
import { LanguageMenu } from '../../preferences/components/language-menu.tsx';
import { ThemeToggle } from '../../preferences/components/theme-toggle.tsx';
import { type Preferences, useSavePreferences } from '../../preferences/hooks/use-save-preferences.ts';
import { signIn } from '../api/sign-in.ts';
import { useSessionEnded } from '../hooks/use-session-ended.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The sign-in screen, with language and theme. The chosen values are saved in the account. */
export const LoginScreen = () => {
  const { t } = useTranslation('auth');
  const ended = useSessionEnded();
  const savePreferences = useSavePreferences();
  const [chosen, setChosen] = useState<Preferences>({});

  const enter = async (input: { email: string; password: string; remember: boolean }) => {
    await signIn(input);
    if (Object.keys(chosen).length > 0) savePreferences(chosen);
  };

  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        height: '100%',
        overflow: 'auto',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.default',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, padding: 3 }}>
        <LanguageMenu onChange={(language) => setChosen((before) => ({ ...before, language }))} />
        <ThemeToggle onChange={(defaultTheme) => setChosen((before) => ({ ...before, defaultTheme }))} />
      </Box>
      <Box
        sx={{
          flex: 1,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          padding: 4,
          paddingBottom: 16,
        }}
      >
        <Box
          sx={{
            width: '100%',
            maxWidth: layout.signIn,
            padding: { xs: 6, sm: 8 },
            bgcolor: 'background.paper',
            border: 1,
            borderColor: 'divider',
            borderRadius: `${radius.card}px`,
          }}
        >
          <BrandMark size="large" />
          <Typography variant="h2" component="h1" sx={{ marginTop: 6 }}>
            {t('login.title')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 1, marginBottom: 6 }}>
            {t(`login.${ended ?? 'hint'}`)}
          </Typography>
          <SignInForm onSubmit={enter} />
        </Box>
      </Box>
    </Box>
  );
};
