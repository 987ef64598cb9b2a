import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useState } from 'react';
import { Outlet, useMatch, useNavigate } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useBackCloses } from '../../../lib/screen/use-back-closes.ts';
import { useKeyboardRoom } from '../../../lib/screen/use-keyboard-room.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

type PaneName = 'ticket' | 'list';

/**
 * The inbox on phones, one pane at a time: the current or last conversation, or the list. Without a last
 * conversation, the conversation pane offers the list.
 */
export const PhonePanes = ({ list }: { list: ReactNode }) => {
  const { t } = useTranslation('tickets');
  const navigate = useNavigate();
  const uuid = useMatch(paths.ticket(':uuid'))?.params.uuid;
  const [last, setLast] = useState(uuid);
  if (uuid !== undefined && uuid !== last) setLast(uuid);
  const [empty, setEmpty] = useState(false);
  const showsEmpty = empty && uuid === undefined;
  const showList = () => {
    setEmpty(false);
    if (uuid !== undefined) void navigate(paths.tickets);
  };
  useBackCloses(showsEmpty, showList);
  const choose = (pane: PaneName) => {
    if (pane === 'list') showList();
    else if (last !== undefined) void navigate(paths.ticket(last));
    else setEmpty(true);
  };
  // The messages get the room; the conversation has its own way back.
  const writes = useKeyboardRoom() !== null && uuid !== undefined;
  const pane: PaneName = uuid !== undefined || showsEmpty ? 'ticket' : 'list';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      <Tabs
        value={pane}
        variant="fullWidth"
        aria-label={t('panes.label')}
        onChange={(_event, chosen: PaneName) => choose(chosen)}
        sx={{
          display: writes ? 'none' : 'flex',
          flexShrink: 0,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Tab value="ticket" label={t('panes.ticket')} />
        <Tab value="list" label={t('panes.list')} />
      </Tabs>
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
        {pane === 'ticket' ? <Outlet context={showList} /> : list}
      </Box>
    </Box>
  );
};
