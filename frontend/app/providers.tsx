import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Toaster } from 'sonner';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useBranding } from '../features/branding/hooks/use-branding.ts';
import { NOTICE_MS } from '../lib/notify.ts';
import { queryClient } from '../lib/query.ts';
import { createAppTheme } from '../theme/create-theme.ts';
import { layout, radius } from '../theme/tokens.ts';

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
      <Notices />
    </ThemeProvider>
  );
};

const Notices = () => {
  const { colorScheme } = useColorScheme();
  return (
    <Toaster
      theme={colorScheme ?? 'light'}
      duration={NOTICE_MS}
      position="bottom-center"
      mobileOffset={{ bottom: layout.bottomNav }}
      toastOptions={{
        style: {
          background: 'var(--mui-palette-background-raised)',
          color: 'var(--mui-palette-text-primary)',
          border: '1px solid var(--mui-palette-divider)',
          borderRadius: radius.card,
          boxShadow: 'var(--mui-palette-floatShadow)',
          fontFamily: 'inherit',
        },
      }}
    />
  );
};

/** What every screen stands on: data, theme, notices and questions. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <Branded>{children}</Branded>
  </QueryClientProvider>
);
