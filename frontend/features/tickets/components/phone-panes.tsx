import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatch, useNavigate } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useBackCloses } from '../../../lib/screen/use-back-closes.ts';
import { layout } from '../../../theme/tokens.ts';

type PaneName = 'ticket' | 'list';

/**
 * The inbox of phones, one pane at a time: the conversation that is or was open, and the list. Where none was, the pane
 * of conversations offers the way to the list.
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
  const pane: PaneName = uuid !== undefined || showsEmpty ? 'ticket' : 'list';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      <Tabs
        value={pane}
        variant="fullWidth"
        aria-label={t('panes.label')}
        onChange={(_event, chosen: PaneName) => choose(chosen)}
        sx={{
          flexShrink: 0,
          minHeight: layout.control,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          '& .MuiTab-root': { minHeight: layout.control },
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
