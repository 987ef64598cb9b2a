import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useSavePreferences } from '../../features/preferences/hooks/use-save-preferences.ts';

/**
 * Whether the side menu shows names. Where there is room for it the choice is kept in the account; elsewhere it is closed
 * until opened, for as long as the page lives.
 */
export const useMenuOpen = (): { open: boolean; toggle: () => void } => {
  const user = useUser();
  const savePreferences = useSavePreferences();
  const roomy = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const [open, setOpen] = useState(user.defaultMenu === 'open');
  const [openHere, setOpenHere] = useState(false);
  if (!roomy) return { open: openHere, toggle: () => setOpenHere(!openHere) };
  return {
    open,
    toggle: () => {
      setOpen(!open);
      savePreferences({ defaultMenu: open ? 'closed' : 'open' });
    },
  };
};
