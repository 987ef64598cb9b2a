import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useTicketsRoom } from '../../../lib/use-realtime.ts';
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
  const list = useTicketList(tab);
  useTicketsRoom(tab);
  useTicketShortcuts(list.tickets ?? []);
  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, bgcolor: 'background.paper' }}
    >
      <VisuallyHidden>
        <h1>{t('nav.tickets')}</h1>
      </VisuallyHidden>
      <ListToolbar />
      <Suspense fallback={null}>{filtersOpen && <FilterPanel />}</Suspense>
      <ListTabs />
      <TicketList list={list} tab={tab} />
    </Box>
  );
};
