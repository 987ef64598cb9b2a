import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { type ReactNode, useState } from 'react';
import { Outlet, useMatch } from 'react-router';
import { call } from '../../../lib/api-client.ts';
import { notifyError } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';
import { replaceUser, sessionStore } from '../../../lib/session-store.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useWidth } from '../../../lib/use-width.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { THREE_COLUMNS, useContactColumn } from '../../contacts/contact-column.ts';
import { useListMemory } from '../hooks/use-list-memory.ts';
import { clampWidth, ListSplitter, WIDTH_MIN_PX } from './list-splitter.tsx';
import { TicketListPane } from './ticket-list-pane.tsx';

/** The conversation stays usable beside the widest list, and between it and who one talks with. */
const CONVERSATION_MIN_PX = 320;
const MIDDLE_COLUMN_PX = 440;
/** With less room than this for both, the conversation gets the larger part. */
const ROOMY_PX = 1100;
const LIST_SHARE = 0.45;

/** How wide the list may be, by the room for all columns. */
const widestList = (roomPx: number, besideContact: boolean): number => {
  const othersPx = besideContact ? MIDDLE_COLUMN_PX + layout.contactDrawer : CONVERSATION_MIN_PX;
  const sharePx = roomPx < ROOMY_PX ? roomPx * LIST_SHARE : roomPx;
  return Math.max(WIDTH_MIN_PX, Math.round(Math.min(roomPx - othersPx, sharePx)));
};

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
  const { ref, width: roomPx } = useWidth();
  const hasColumn = useMediaQuery(THREE_COLUMNS, { noSsr: true });
  const besideContact = useContactColumn() && hasColumn && open;
  useListMemory();

  if (phone) {
    return <Pane>{open ? <Outlet /> : <TicketListPane />}</Pane>;
  }
  return (
    <Box ref={ref} sx={{ display: 'flex', flex: 1, minHeight: 0, minWidth: 0 }}>
      <Box
        style={{ width: widthPx, ...(roomPx > 0 && { maxWidth: widestList(roomPx, besideContact) }) }}
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
