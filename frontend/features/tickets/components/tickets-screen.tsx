import Box from '@mui/material/Box';
import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { type ReactNode, useState } from 'react';
import { Outlet, useMatch } from 'react-router';
import { call } from '../../../lib/api-client.ts';
import { notifyError } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';
import { replaceUser, sessionStore } from '../../../lib/session-store.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useListMemory } from '../hooks/use-list-memory.ts';
import { clampWidth, ListSplitter } from './list-splitter.tsx';
import { TicketListPane } from './ticket-list-pane.tsx';

/** The conversation stays usable beside the widest list. */
const CONVERSATION_MIN_PX = 320;

const keepWidth = async (userId: number, widthPx: number): Promise<void> => {
  const { user } = sessionStore.getState();
  if (user === null || user.defaultTicketsManagerWidth === widthPx) return;
  replaceUser({ ...user, defaultTicketsManagerWidth: widthPx });
  await call(userRoutes.setListWidth, {
    params: { id: userId },
    body: { defaultTicketsManagerWidth: widthPx },
  });
};

/** The inbox: the list, and beside it the conversation; on phones one of them. */
export const TicketsScreen = () => {
  const phone = useIsPhone();
  const open = useMatch(paths.ticket(':uuid')) !== null;
  const user = useUser();
  const [widthPx, setWidthPx] = useState(() => clampWidth(user.defaultTicketsManagerWidth));
  useListMemory();

  if (phone) {
    return <Pane>{open ? <Outlet /> : <TicketListPane />}</Pane>;
  }
  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0, minWidth: 0 }}>
      <Box
        style={{ width: widthPx, maxWidth: `calc(100% - ${CONVERSATION_MIN_PX}px)` }}
        sx={{ flexShrink: 0 }}
      >
        <Pane>
          <TicketListPane />
        </Pane>
      </Box>
      <ListSplitter
        widthPx={widthPx}
        onChange={setWidthPx}
        onSettled={(settledPx) => {
          keepWidth(user.id, settledPx).catch(notifyError);
        }}
      />
      <Pane>
        <Outlet />
      </Pane>
    </Box>
  );
};

const Pane = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, height: '100%', minWidth: 0, minHeight: 0 }}>
    {children}
  </Box>
);
