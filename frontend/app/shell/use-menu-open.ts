import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useSavePreferences } from '../../features/preferences/hooks/use-save-preferences.ts';
import { useContactPx } from '../../features/tickets/hooks/use-contact-px.ts';
import { menuFitsFrom } from '../../features/tickets/inbox-columns.ts';
import { paths } from '../../lib/screen/paths.ts';

/** State of the side menu. */
export interface SideMenu {
  /** Whether the menu beside the screen shows names. */
  open: boolean;
  /** Whether the menu with names covers the screen, because there is no room beside it. */
  over: boolean;
  toggle: () => void;
}

/**
 * Returns whether the side menu shows names. With enough room the choice is saved in the account. Otherwise the menu is
 * folded, opens over the screen, and closes with the next navigation.
 */
export const useMenuOpen = (): SideMenu => {
  const { defaultMenu, defaultTicketsManagerWidth } = useUser();
  const savePreferences = useSavePreferences();
  const { key } = useLocation();
  const inInbox = useMatch(`${paths.tickets}/*`) !== null;
  const needsPx = menuFitsFrom(defaultTicketsManagerWidth, useContactPx());
  const fits = useMediaQuery(
    ({ breakpoints }) =>
      breakpoints.up(inInbox ? Math.max(breakpoints.values.lg, needsPx) : breakpoints.values.lg),
    { noSsr: true },
  );
  const [overAt, setOverAt] = useState<string | null>(null);
  const open = fits && defaultMenu === 'open';
  const over = !fits && overAt === key;
  return {
    open,
    over,
    toggle: () => {
      if (fits) savePreferences({ defaultMenu: open ? 'closed' : 'open' });
      else setOverAt(over ? null : key);
    },
  };
};
