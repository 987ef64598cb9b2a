import Box from '@mui/material/Box';
import { Suspense, useEffect } from 'react';
import { Outlet, useMatch } from 'react-router';
import { useStore } from 'zustand';
import { PaneSkeleton } from '../../components/skeletons.tsx';
import { HelpChatPlace } from '../../features/help-chat/components/help-chat-place.tsx';
import { sideChat } from '../../features/internal-chats/side-chat.ts';
import { fetchLater, fetchParts, lazyPart } from '../../lib/screen/lazy-part.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useAsked } from '../../lib/screen/use-asked.ts';
import { useIsPhone } from '../../lib/screen/use-is-phone.ts';
import { useKeyboardRoom } from '../../lib/screen/use-keyboard-room.ts';
import { withTexts } from '../../lib/texts/with-texts.ts';
import { useLive } from '../live/use-live.ts';
import { useWaitingMessages } from '../live/use-waiting-messages.ts';
import { BottomNav } from './bottom-nav.tsx';
import { LostBanner } from './lost-banner.tsx';
import { Overlays } from './overlays.tsx';
import { RouteProgress } from './route-progress.tsx';
import { SendCapBanner } from './send-cap-banner.tsx';
import { SideRail } from './side-rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useExpiryWarning } from './use-expiry-warning.ts';
import { useMenuOpen } from './use-menu-open.ts';
import { useSessionPreferences } from './use-session-preferences.ts';

fetchLater(async () => {
  const { installApp } = await import('../pwa/install-app.ts');
  if (import.meta.env.PROD) installApp().catch(reportError);
});
const ChatSidePart = lazyPart(() =>
  withTexts(import('../../features/internal-chats/components/chat-side.tsx'), 'internal-chats', 'messages'),
);
const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx'));

/** Delay after which the screen has loaded its essential parts. */
const PARTS_AFTER_MS = 3000;

// Created once, so that a navigation does not render them again.
const ROUTE_PROGRESS = <RouteProgress />;
const LOST_BANNER = <LostBanner />;
const SEND_CAP_BANNER = <SendCapBanner />;
const OVERLAYS = <Overlays />;
const HELP_CHAT = <HelpChatPlace />;

/** The internal chat beside the screen, while it is open. */
const ChatSide = () => {
  const isOpen = useStore(sideChat, ({ open }) => open);
  return isOpen ? (
    <Suspense fallback={null}>
      <ChatSidePart />
    </Suspense>
  ) : null;
};

/** The frame around every screen of a signed-in user. On phones an open conversation fills the screen. */
export const AppShell = () => {
  const phone = useIsPhone();
  const inTicket = useMatch(paths.ticket(':uuid')) !== null;
  const inChat = useMatch(paths.chat(':uuid')) !== null;
  const room = useKeyboardRoom();
  const menu = useMenuOpen();
  const menuAsked = useAsked(menu.over);
  useLive();
  useWaitingMessages();
  useSessionPreferences();
  useExpiryWarning();
  useEffect(() => {
    const timer = setTimeout(() => void fetchParts(), PARTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const bare = phone && (inTicket || inChat);
  return (
    <Box sx={{ display: 'flex', height: room ?? '100dvh', bgcolor: 'background.default' }}>
      {ROUTE_PROGRESS}
      {!phone && <SideRail open={menu.open} />}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {!bare && <TopBar onToggleMenu={phone ? null : menu.toggle} />}
        {LOST_BANNER}
        {SEND_CAP_BANNER}
        <Box sx={{ position: 'relative', flex: 1, minHeight: 0, display: 'flex' }}>
          <Box
            component="main"
            sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}
          >
            <Suspense fallback={<PaneSkeleton />}>
              <Outlet />
            </Suspense>
          </Box>
          {!phone && <ChatSide />}
        </Box>
        {phone && !bare && <BottomNav />}
      </Box>
      <Suspense fallback={null}>
        {menuAsked && <MenuDrawer open={menu.over && !phone} onClose={menu.toggle} />}
      </Suspense>
      {OVERLAYS}
      {HELP_CHAT}
    </Box>
  );
};
