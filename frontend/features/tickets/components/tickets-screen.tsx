import Box from '@mui/material/Box';
import { useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useWidth } from '../../../lib/screen/use-width.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useContactPx } from '../hooks/use-contact-px.ts';
import { useListMemory } from '../hooks/use-list-memory.ts';
import { useSaveListWidth } from '../hooks/use-save-list-width.ts';
import { LIST_MIN_PX, widestList } from '../inbox-columns.ts';
import { ListSplitter } from './list-splitter.tsx';
import { PhonePanes } from './phone-panes.tsx';
import { TicketListPane } from './ticket-list-pane.tsx';

const PANE = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 } as const;

/** Created once, so that dragging the splitter does not render the list again. */
const TICKET_LIST = <TicketListPane />;

/** The inbox: the list beside the conversation; on phones one of them. */
export const TicketsScreen = () => {
  const phone = useIsPhone();
  const chosenPx = useUser().defaultTicketsManagerWidth;
  const [draggedPx, setDraggedPx] = useState<number | null>(null);
  const contactPx = useContactPx();
  const { ref, width: widestPx } = useWidth(
    useCallback((roomPx: number) => widestList(roomPx, contactPx), [contactPx]),
  );
  const saveWidth = useSaveListWidth();
  useListMemory();

  if (phone) return <PhonePanes list={TICKET_LIST} />;
  // The chosen width stays stored while there is no room for it.
  const minPx = Math.min(LIST_MIN_PX, widestPx);
  const widthPx = Math.min(widestPx, Math.max(minPx, draggedPx ?? chosenPx));
  return (
    <Box ref={ref} sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
      {widestPx > 0 && (
        <>
          <Box data-pane="list" sx={{ ...PANE, flexShrink: 0 }} style={{ width: widthPx }}>
            {TICKET_LIST}
          </Box>
          <ListSplitter
            widthPx={widthPx}
            minPx={minPx}
            maxPx={widestPx}
            onResize={setDraggedPx}
            onResized={(px) => {
              setDraggedPx(null);
              saveWidth(px);
            }}
          />
          <Box data-pane="conversation" sx={{ ...PANE, flex: 1 }}>
            <Outlet />
          </Box>
        </>
      )}
    </Box>
  );
};
