import ButtonBase from '@mui/material/ButtonBase';
import { Suspense, useState } from 'react';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { lazyPart, rarePart } from '../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';
import { layout, TOUCH } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';

const AccountPanel = lazyPart(async () => ({ default: (await import('./account-panel.tsx')).AccountPanel }));
const ProfileDialog = rarePart(async () => ({
  default: (await withTexts(import('./profile-dialog.tsx'), 'profile-dialog', 'template')).ProfileDialog,
}));
const SessionsDialog = rarePart(async () => ({
  default: (await withTexts(import('./sessions-dialog.tsx'), 'own-sessions')).SessionsDialog,
}));

/** The user's avatar, which opens the account menu. */
export const AvatarMenu = () => {
  const { t } = useTranslation('profile');
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'profile' | 'sessions' | null>(null);
  const close = () => setAnchor(null);
  const open = (next: 'profile' | 'sessions') => () => {
    close();
    setDialog(next);
  };
  const closeDialog = () => setDialog(null);

  return (
    <>
      <ButtonBase
        aria-label={t('account')}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          borderRadius: '50%',
          minWidth: layout.control,
          minHeight: layout.control,
          [TOUCH]: { minWidth: layout.touchTarget, minHeight: layout.touchTarget },
          justifyContent: 'center',
        }}
      >
        <UserAvatar name={user.name} src={user.profileImage} />
      </ButtonBase>
      <LazyPopover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ paper: { sx: { width: layout.railOpen, paddingBlock: 2 } } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <AccountPanel onClose={close} onEdit={open('profile')} onSessions={open('sessions')} />
      </LazyPopover>
      <Suspense fallback={null}>
        {dialog === 'profile' && <ProfileDialog onClose={closeDialog} />}
        {dialog === 'sessions' && <SessionsDialog onClose={closeDialog} />}
      </Suspense>
    </>
  );
};
