import { useColorScheme } from '@mui/material/styles';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { NOTICE_CLEARANCE, NOTICE_MS, noticesReady } from '../lib/screen/notify.ts';
import { font, layout, radius } from '../theme/tokens.ts';

/** Above what is written in at the bottom, or at a distance where nothing is. */
const clear = (otherwise: string): string => `calc(var(${NOTICE_CLEARANCE}, ${otherwise}) + 8px)`;

/** Sonner's toasts in the product's theme. */
export const NoticeStack = () => {
  const { colorScheme } = useColorScheme();
  // Its own effects run first: it is listening by then.
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
