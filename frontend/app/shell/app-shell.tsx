import Box from '@mui/material/Box';
import { Suspense, useEffect } from 'react';
import { Outlet, useMatch } from 'react-router';
import { PaneSkeleton } from '../../components/skeletons.tsx';
import { fetchParts } from '../../lib/screen/lazy-part.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useIsPhone } from '../../lib/screen/use-is-phone.ts';
import { useLive } from '../live/use-live.ts';
import { useWaitingMessages } from '../live/use-waiting-messages.ts';
import { BottomNav } from './bottom-nav.tsx';
import { LostBanner } from './lost-banner.tsx';
import { Overlays } from './overlays.tsx';
import { RouteProgress } from './route-progress.tsx';
import { SideRail } from './side-rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useExpiryWarning } from './use-expiry-warning.ts';
import { useMenuOpen } from './use-menu-open.ts';
import { useSessionPreferences } from './use-session-preferences.ts';

/** By then the screen has what it needs. */
const PARTS_AFTER_MS = 3000;

/** The frame around every screen of a signed-in user. On phones an open conversation fills the screen. */
export const AppShell = () => {
  const phone = useIsPhone();
  const inConversation = useMatch(paths.ticket(':uuid')) !== null;
  const menu = useMenuOpen();
  useLive();
  useWaitingMessages();
  useSessionPreferences();
  useExpiryWarning();
  useEffect(() => {
    const timer = setTimeout(() => void fetchParts(), PARTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const bare = phone && inConversation;
  return (
    <Box sx={{ display: 'flex', height: '100dvh', bgcolor: 'background.default' }}>
      <RouteProgress />
      {!phone && <SideRail open={menu.open} />}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {!bare && <TopBar onToggleMenu={phone ? null : menu.toggle} />}
        <LostBanner />
        <Box component="main" sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
          <Suspense fallback={<PaneSkeleton />}>
            <Outlet />
          </Suspense>
        </Box>
        {phone && !bare && <BottomNav />}
      </Box>
      <Overlays />
    </Box>
  );
};
