import Box from '@mui/material/Box';
import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { Outlet, useMatch } from 'react-router';
import { call } from '../../../lib/api-client.ts';
import { notifyError } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';
import { replaceUser, sessionStore } from '../../../lib/session-store.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { motion } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useListMemory } from '../hooks/use-list-memory.ts';
import { TicketListPane } from './ticket-list-pane.tsx';

/** Pixels the list may be dragged to. */
const WIDTH_MIN_PX = 404;
const WIDTH_MAX_PX = 700;
/** The conversation stays usable beside the widest list. */
const CONVERSATION_MIN_PX = 320;

const keepWidth = async (userId: number, widthPx: number): Promise<void> => {
  const { user } = sessionStore.getState();
  if (user !== null) replaceUser({ ...user, defaultTicketsManagerWidth: widthPx });
  await call(userRoutes.setListWidth, {
    params: { id: userId },
    body: { defaultTicketsManagerWidth: widthPx },
  });
};

/** The inbox: the list, and beside it the conversation; on phones one of them. */
export const TicketsScreen = () => {
  const { t } = useTranslation('tickets');
  const phone = useIsPhone();
  const open = useMatch(paths.ticket(':uuid')) !== null;
  const user = useUser();
  const width = useRef(user.defaultTicketsManagerWidth);
  useListMemory();

  if (phone) {
    return <Pane>{open ? <Outlet /> : <TicketListPane />}</Pane>;
  }
  return (
    <Group
      orientation="horizontal"
      style={{ flex: 1, minHeight: 0 }}
      onLayoutChanged={(_, { isUserInteraction }) => {
        if (isUserInteraction && width.current !== user.defaultTicketsManagerWidth)
          keepWidth(user.id, width.current).catch(notifyError);
      }}
    >
      <Panel
        id="ticket-list"
        defaultSize={user.defaultTicketsManagerWidth}
        minSize={WIDTH_MIN_PX}
        maxSize={WIDTH_MAX_PX}
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }) => {
          width.current = Math.min(WIDTH_MAX_PX, Math.max(WIDTH_MIN_PX, Math.round(inPixels)));
        }}
      >
        <Pane>
          <TicketListPane />
        </Pane>
      </Panel>
      <Box
        component={Separator}
        aria-label={t('resize')}
        sx={{
          width: '1px',
          bgcolor: 'divider',
          outlineOffset: '-1px',
          transition: `background-color ${motion.fastMs}ms`,
          '&[data-separator="hover"], &[data-separator="active"], &:focus-visible': {
            bgcolor: 'primary.main',
            boxShadow: '0 0 0 1px var(--mui-palette-primary-main)',
          },
        }}
      />
      <Panel id="conversation" minSize={CONVERSATION_MIN_PX}>
        <Pane>
          <Outlet />
        </Pane>
      </Panel>
    </Group>
  );
};

const Pane = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, height: '100%', minWidth: 0, minHeight: 0 }}>
    {children}
  </Box>
);
