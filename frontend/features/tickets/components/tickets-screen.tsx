import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useRef } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { Outlet, useMatch } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useWidth } from '../../../lib/screen/use-width.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { THREE_COLUMNS, useContactColumn } from '../../contacts/contact-column.ts';
import { useListMemory } from '../hooks/use-list-memory.ts';
import { useSaveListWidth } from '../hooks/use-save-list-width.ts';
import { LINE_PX, ListSplitter } from './list-splitter.tsx';
import { PhonePanes } from './phone-panes.tsx';
import { TicketListPane } from './ticket-list-pane.tsx';

/** The list's panel. */
const LIST = 'list';
/** Pixels the list may be dragged to. */
const WIDTH_MIN_PX = 404;
const WIDTH_MAX_PX = 700;
/** With less room than this for both, the conversation gets the larger part. */
const ROOMY_PX = 1100;
const LIST_SHARE = 0.45;

/** Beside who one talks with, the conversation keeps this much as long as the list can give it. */
const MIDDLE_COLUMN_PX = 440;

const widestList = (roomPx: number): number =>
  roomPx >= ROOMY_PX
    ? WIDTH_MAX_PX
    : Math.round(Math.min(WIDTH_MAX_PX, Math.max(WIDTH_MIN_PX, roomPx * LIST_SHARE)));
const widestBesideContact = (roomPx: number): number =>
  Math.min(widestList(roomPx), Math.max(WIDTH_MIN_PX, roomPx - MIDDLE_COLUMN_PX - layout.contactDrawer));

/** The inbox: the list, and beside it the conversation; on phones one of them. */
export const TicketsScreen = () => {
  const phone = useIsPhone();
  const open = useMatch(paths.ticket(':uuid')) !== null;
  const user = useUser();
  const group = useRef<HTMLDivElement>(null);
  const hasColumn = useMediaQuery(THREE_COLUMNS, { noSsr: true });
  const besideContact = useContactColumn() && hasColumn && open;
  const widest = useWidth(besideContact ? widestBesideContact : widestList);
  const saveWidth = useSaveListWidth();
  useListMemory();

  if (phone) return <PhonePanes list={<TicketListPane />} />;
  return (
    <Box ref={widest.ref} sx={{ flex: 1, minHeight: 0 }}>
      {widest.width > 0 && (
        <Group
          elementRef={group}
          onLayoutChanged={({ [LIST]: percent = 0 }, { isUserInteraction }) => {
            if (!isUserInteraction || group.current === null) return;
            const roomPx = group.current.clientWidth - LINE_PX;
            saveWidth(Math.round((roomPx * percent) / 100));
          }}
        >
          <Panel
            id={LIST}
            defaultSize={user.defaultTicketsManagerWidth}
            minSize={WIDTH_MIN_PX}
            maxSize={widest.width}
            groupResizeBehavior="preserve-pixel-size"
          >
            <Pane>
              <TicketListPane />
            </Pane>
          </Panel>
          <ListSplitter />
          <Panel>
            <Pane>
              <Outlet />
            </Pane>
          </Panel>
        </Group>
      )}
    </Box>
  );
};

const Pane = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, height: '100%', minWidth: 0, minHeight: 0 }}>
    {children}
  </Box>
);
