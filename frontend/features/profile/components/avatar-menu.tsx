import ButtonBase from '@mui/material/ButtonBase';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';

const AccountPanel = lazyPart(async () => ({ default: (await import('./account-panel.tsx')).AccountPanel }));
const ProfileDialog = lazy(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }));

/** Me, and behind my picture what is mine. */
export const AvatarMenu = () => {
  const { t } = useTranslation('profile');
  const user = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [editing, setEditing] = useState(false);
  const close = () => setAnchor(null);

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
        <AccountPanel
          onClose={close}
          onEdit={() => {
            close();
            setEditing(true);
          }}
        />
      </LazyPopover>
      <Suspense fallback={null}>{editing && <ProfileDialog onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
};
