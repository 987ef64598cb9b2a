import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useMatch, useNavigate } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useShortcuts } from '../../../lib/screen/shortcuts.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { openNewTicketDialog } from '../../contacts/new-ticket-store.ts';
import { LIST_TABS, listStore, setList } from '../list-store.ts';
import { useTabs } from './use-tabs.ts';

/** Registers the list's shortcuts: Alt+J and Alt+K move through the list, Alt+N through its tabs; `/` searches. */
export const useTicketShortcuts = (tickets: readonly TicketView[]): void => {
  const { t } = useTranslation('tickets');
  const navigate = useNavigate();
  const current = useMatch(paths.ticket(':uuid'))?.params.uuid;
  const tabs = useTabs();
  const step = (by: 1 | -1) => {
    const at = tickets.findIndex(({ uuid }) => uuid === current);
    const next = tickets[at === -1 ? 0 : at + by];
    if (next !== undefined) void navigate(paths.ticket(next.uuid));
  };
  useShortcuts([
    { id: 'next-ticket', keys: 'Alt+KeyJ', inFields: true, label: t('keys.next'), run: () => step(1) },
    {
      id: 'previous-ticket',
      keys: 'Alt+KeyK',
      inFields: true,
      label: t('keys.previous'),
      run: () => step(-1),
    },
    {
      id: 'next-tab',
      keys: 'Alt+KeyN',
      inFields: true,
      label: t('keys.tab'),
      run: () => {
        const at = tabs.indexOf(listStore.getState().tab);
        setList({ tab: tabs[(at + 1) % tabs.length] ?? LIST_TABS[0] });
      },
    },
    {
      id: 'search-tickets',
      keys: 'Alt+Slash',
      inFields: true,
      label: t('keys.search'),
      run: () => setList({ tab: 'search' }),
    },
    {
      id: 'new-ticket',
      keys: 'Alt+KeyT',
      inFields: true,
      label: t('new.title'),
      run: () => openNewTicketDialog(),
    },
  ]);
};
