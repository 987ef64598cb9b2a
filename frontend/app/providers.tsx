import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hints } from '../components/hints.tsx';
import { Notices } from '../components/notices.tsx';
import { useBranding } from '../features/branding/hooks/use-branding.ts';
import { queryClient } from '../lib/api/query.ts';
import { createAppTheme } from '../theme/create-theme.ts';

const Branded = ({ children }: { children: ReactNode }) => {
  const { primaryColorLight, primaryColorDark, appName, appLogoFavicon } = useBranding();
  const theme = useMemo(
    () => createAppTheme({ light: primaryColorLight, dark: primaryColorDark }),
    [primaryColorLight, primaryColorDark],
  );
  useEffect(() => {
    document.title = appName;
    const link = document.querySelector<HTMLLinkElement>('#app-icon');
    if (link !== null && appLogoFavicon !== '') link.href = appLogoFavicon;
  }, [appName, appLogoFavicon]);
  return (
    <ThemeProvider
      theme={theme}
      defaultMode="light"
      modeStorageKey="prosa.mode"
      colorSchemeStorageKey="prosa.scheme"
      disableTransitionOnChange
      noSsr
    >
      <CssBaseline enableColorScheme />
      {children}
      <ConfirmDialog />
      <Hints />
      <Notices />
    </ThemeProvider>
  );
};

/** Providers around every screen: query cache, theme, notices, hints and confirmations. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <Branded>{children}</Branded>
  </QueryClientProvider>
);
