import { useState } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { savePreferences } from '../../features/profile/api/save-preferences.ts';
import { notifyError } from '../../lib/notify.ts';

/** Whether the side menu shows names; kept in the account. */
export const useMenuOpen = (): { open: boolean; toggle: () => void } => {
  const user = useUser();
  const [open, setOpen] = useState(user.defaultMenu === 'open');
  return {
    open,
    toggle: () => {
      setOpen(!open);
      savePreferences(user.id, { defaultMenu: open ? 'closed' : 'open' }).catch(notifyError);
    },
  };
};
