import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import { useStore } from 'zustand';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useTicketsRoom } from '../../../lib/live/use-realtime.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTicketList } from '../hooks/use-ticket-list.ts';
import { useTicketShortcuts } from '../hooks/use-ticket-shortcuts.ts';
import { listStore } from '../list-store.ts';
import { ListTabs } from './list-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { TicketList } from './ticket-list.tsx';

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));

/** The list side of the inbox: find, choose a view, and the tickets of it. */
export const TicketListPane = () => {
  const { t } = useTranslation('shell');
  const tab = useStore(listStore, (state) => state.tab);
  const filtersOpen = useStore(listStore, (state) => state.filtersOpen);
  // Beside a conversation, whose name is the screen's heading then.
  const Heading = useMatch(paths.ticket(':uuid')) === null ? 'h1' : 'h2';
  const list = useTicketList(tab);
  useTicketsRoom(tab);
  useTicketShortcuts(list.tickets ?? []);
  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, bgcolor: 'background.paper' }}
    >
      <VisuallyHidden>
        <Heading>{t('nav.tickets')}</Heading>
      </VisuallyHidden>
      <ListToolbar />
      <Suspense fallback={null}>{filtersOpen && <FilterPanel />}</Suspense>
      <ListTabs />
      <TicketList list={list} tab={tab} />
    </Box>
  );
};
