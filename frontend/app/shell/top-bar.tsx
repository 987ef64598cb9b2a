import MenuRounded from '@mui/icons-material/MenuRounded';
import RefreshRounded from '@mui/icons-material/RefreshRounded';
import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { IconAction } from '../../components/icon-action.tsx';
import { AnnouncementsButton } from '../../features/announcements/components/announcements-button.tsx';
import { ChatsButton } from '../../features/internal-chats/components/chats-button.tsx';
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx';
import { AvatarMenu } from '../../features/profile/components/avatar-menu.tsx';
import { VolumeControl } from '../../features/profile/components/volume-control.tsx';
import { queryClient } from '../../lib/api/query.ts';
import { openCommandPalette } from '../../lib/screen/commands.ts';
import { useIsPhone } from '../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { font, layout, radius } from '../../theme/tokens.ts';
import { Greeting } from './greeting.tsx';

/** Opens the command palette. */
const PaletteButton = () => {
  const { t } = useTranslation('shell');
  return (
    <ButtonBase
      onClick={openCommandPalette}
      aria-keyshortcuts="Control+K"
      sx={{
        display: 'flex',
        gap: 2,
        height: layout.control,
        minWidth: { md: 180, lg: 240 },
        paddingInline: 3,
        justifyContent: 'flex-start',
        color: 'text.secondary',
        bgcolor: 'background.default',
        borderRadius: `${radius.control}px`,
        fontSize: font.secondary,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <SearchRounded aria-hidden fontSize="small" />
      <Typography variant="body2" component="span" sx={{ flex: 1, textAlign: 'left' }} noWrap>
        {t('findOrDo')}
      </Typography>
      <Typography variant="caption" component="kbd" sx={{ fontFamily: 'inherit' }}>
        {t('paletteKeys')}
      </Typography>
    </ButtonBase>
  );
};

// Created once, so that a navigation does not render them again.
const GREETING = <Greeting />;
const PALETTE = <PaletteButton />;
const VOLUME = <VolumeControl />;
const OWN = (
  <>
    <NotificationBell />
    <AnnouncementsButton />
    <ChatsButton />
    <AvatarMenu />
  </>
);

/** The top bar: the current screen, the command palette, then the user's own items. */
export const TopBar = ({ onToggleMenu }: { onToggleMenu: (() => void) | null }) => {
  const { t } = useTranslation('shell');
  const phone = useIsPhone();
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flexShrink: 0,
        height: layout.topBar,
        paddingLeft: { xs: 4, md: 3 },
        paddingRight: { xs: 2, md: 4 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {onToggleMenu !== null && (
        <IconAction label={t('toggleMenu')} icon={<MenuRounded />} onClick={onToggleMenu} />
      )}
      {GREETING}
      {!phone && PALETTE}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {!phone && VOLUME}
        {!phone && (
          <IconAction
            label={t('refresh')}
            icon={<RefreshRounded />}
            onClick={() => void queryClient.invalidateQueries()}
          />
        )}
        {OWN}
      </Box>
    </Box>
  );
};
