import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { useMatch } from 'react-router';
import { useStore } from 'zustand';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useTicketsRoom } from '../../../lib/live/use-realtime.ts';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';
import { useTicketList } from '../hooks/use-ticket-list.ts';
import { useTicketShortcuts } from '../hooks/use-ticket-shortcuts.ts';
import { listStore } from '../list-store.ts';
import { ListTabs } from './list-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { SearchBar } from './search-parts.ts';
import { TicketList } from './ticket-list.tsx';

const FilterPanel = rarePart(async () => ({
  default: (await withTexts(import('./filter-panel.tsx'), 'ticket-filters')).FilterPanel,
}));

// Created once, so that a change of the open ticket does not render them again.
const TOOLBAR = <ListToolbar />;
const TABS = <ListTabs />;

/** The inbox's list pane: search, views, and the tickets of the current view. */
export const TicketListPane = () => {
  const { t } = useTranslation('tickets');
  const tab = useStore(listStore, (state) => state.tab);
  const filtersOpen = useStore(listStore, (state) => state.filtersOpen);
  // Beside a conversation, the conversation's name is the screen's main heading.
  const Heading = useMatch(paths.ticket(':uuid')) === null ? 'h1' : 'h2';
  const list = useTicketList(tab);
  useTicketsRoom(tab);
  useTicketShortcuts(list.tickets ?? []);
  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, bgcolor: 'background.paper' }}
    >
      <VisuallyHidden>
        <Heading>{t('title')}</Heading>
      </VisuallyHidden>
      {TOOLBAR}
      <Suspense fallback={null}>{filtersOpen && <FilterPanel />}</Suspense>
      {TABS}
      <Suspense fallback={null}>{tab === 'search' && <SearchBar list={list} />}</Suspense>
      <TicketList list={list} tab={tab} />
    </Box>
  );
};
