import Box from '@mui/material/Box';
import { useCallback, useState } from 'react';
import { Outlet, useMatch } from 'react-router';
import { PhonePanes } from '../../../components/phone-panes.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useWidth } from '../../../lib/screen/use-width.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useContactPx } from '../hooks/use-contact-px.ts';
import { useListMemory } from '../hooks/use-list-memory.ts';
import { useSaveListWidth } from '../hooks/use-save-list-width.ts';
import { LIST_MIN_PX, widestList } from '../inbox-columns.ts';
import { ListSplitter } from './list-splitter.tsx';
import { TicketListPane } from './ticket-list-pane.tsx';

const PANE = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 } as const;

/** Created once, so that dragging the splitter does not render the list again. */
const TICKET_LIST = <TicketListPane />;

/** The inbox on phones: the conversation or the list. */
const OnPhone = () => {
  const { t } = useTranslation('tickets');
  const openId = useMatch(paths.ticket(':uuid'))?.params.uuid ?? null;
  return (
    <PhonePanes
      openId={openId}
      paths={{ list: paths.tickets, item: paths.ticket }}
      label={t('panes.label')}
      tabs={[
        { pane: 'item', label: t('panes.ticket') },
        { pane: 'list', label: t('panes.list') },
      ]}
      list={TICKET_LIST}
      item={(showList) => <Outlet context={showList} />}
    />
  );
};

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

  if (phone) return <OnPhone />;
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
