import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useBackCloses } from '../lib/screen/use-back-closes.ts';
import { useKeyboardRoom } from '../lib/screen/use-keyboard-room.ts';

type Pane = 'item' | 'list';

interface PhonePanesProps {
  /** Id of the open item; null while none is open. */
  openId: string | null;
  /** Path of the list, and of an item. */
  paths: { list: string; item: (id: string) => string };
  /** Name of both tabs together. */
  label: string;
  /** The tabs in their order. */
  tabs: readonly { pane: Pane; label: string }[];
  list: ReactNode;
  /** The open item, or what is shown without one. */
  item: (showList: () => void) => ReactNode;
}

/**
 * A list and the open item on phones, one at a time, with a tab for each. The tab of the item shows the last one again;
 * before there was one, it shows the empty pane.
 */
export const PhonePanes = ({ openId, paths, label, tabs, list, item }: PhonePanesProps) => {
  const navigate = useNavigate();
  const [lastId, setLastId] = useState(openId);
  if (openId !== null && openId !== lastId) setLastId(openId);
  const [isEmptyAsked, setEmptyAsked] = useState(false);
  const showsEmpty = isEmptyAsked && openId === null;
  const showList = () => {
    setEmptyAsked(false);
    if (openId !== null) void navigate(paths.list);
  };
  useBackCloses(showsEmpty, showList);
  const choose = (pane: Pane) => {
    if (pane === 'list') showList();
    else if (lastId === null) setEmptyAsked(true);
    else void navigate(paths.item(lastId));
  };
  // Above an on-screen keyboard the messages get the room; the item has its own way back.
  const writes = useKeyboardRoom() !== null && openId !== null;
  const shown: Pane = openId !== null || showsEmpty ? 'item' : 'list';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
      <Tabs
        value={shown}
        variant="fullWidth"
        aria-label={label}
        onChange={(_event, pane: Pane) => choose(pane)}
        sx={{
          display: writes ? 'none' : 'flex',
          flexShrink: 0,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        {tabs.map((tab) => (
          <Tab key={tab.pane} value={tab.pane} label={tab.label} />
        ))}
      </Tabs>
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
        {shown === 'item' ? item(showList) : list}
      </Box>
    </Box>
  );
};
