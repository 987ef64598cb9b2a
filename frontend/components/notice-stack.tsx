import { useColorScheme } from '@mui/material/styles';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { NOTICE_CLEARANCE, NOTICE_MS, noticesReady } from '../lib/screen/notify.ts';
import { font, layout, radius } from '../theme/tokens.ts';

/** Returns the distance from the bottom: above the message field, or a default where there is none. */
const clear = (otherwise: string): string => `calc(var(${NOTICE_CLEARANCE}, ${otherwise}) + 8px)`;

/** Sonner's toasts in the app's theme. */
export const NoticeStack = () => {
  const { colorScheme } = useColorScheme();
  // The toaster's own effects run first, so it is listening by then.
  useEffect(() => noticesReady(toast), []);
  return (
    <Toaster
      theme={colorScheme ?? 'light'}
      duration={NOTICE_MS}
      position="bottom-center"
      offset={{ bottom: clear('16px') }}
      mobileOffset={{ bottom: clear(`${layout.bottomNav}px`) }}
      toastOptions={{
        style: {
          background: 'var(--mui-palette-background-raised)',
          color: 'var(--mui-palette-text-primary)',
          border: '1px solid var(--mui-palette-divider)',
          borderRadius: radius.card,
          boxShadow: 'var(--mui-palette-floatShadow)',
          fontFamily: font.family,
          fontSize: font.body,
        },
        actionButtonStyle: {
          background: 'transparent',
          color: 'var(--mui-palette-primary-text)',
          fontFamily: font.family,
          fontSize: font.body,
          fontWeight: font.weight.strong,
          height: layout.control,
          paddingInline: 12,
        },
      }}
    />
  );
};
