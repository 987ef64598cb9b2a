import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined';
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import FilterListRounded from '@mui/icons-material/FilterListRounded';
import PlaylistAddCheckRounded from '@mui/icons-material/PlaylistAddCheckRounded';
import SearchRounded from '@mui/icons-material/SearchRounded';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { openNewTicketDialog } from '../../contacts/new-ticket-store.ts';
import { closeAllTickets } from '../close-all-tickets.ts';
import { useSelectableQueues } from '../hooks/use-selectable-queues.ts';
import { countFilters, listStore, setList } from '../list-store.ts';
import { QueueSelect } from './queue-select.tsx';

/** The list's toolbar: search, filters, queues, order and list actions. */
export const ListToolbar = () => {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const { tab, search, filters, filtersOpen, showAll, sort, queueIds } = useStore(listStore);
  const queues = useSelectableQueues();
  const input = useRef<HTMLInputElement>(null);
  const live = tab === 'open' || tab === 'pending' || tab === 'group';

  useEffect(() => {
    if (tab === 'search') input.current?.focus();
  }, [tab]);

  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, padding: 3, paddingBottom: 1, flexShrink: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <OutlinedInput
          inputRef={input}
          fullWidth
          value={search}
          placeholder={t('searchPlaceholder')}
          inputProps={{ 'aria-label': t('searchPlaceholder'), type: 'search', enterKeyHint: 'search' }}
          onChange={(event) =>
            setList(
              event.target.value === '' ? { search: '' } : { search: event.target.value, tab: 'search' },
            )
          }
          onKeyDown={(event) => event.key === 'Escape' && setList({ search: '', tab: 'open' })}
          startAdornment={
            <InputAdornment position="start">
              <SearchRounded aria-hidden />
            </InputAdornment>
          }
          endAdornment={
            search !== '' && (
              <IconAction
                size="small"
                edge="end"
                label={t('clearSearch')}
                icon={<CloseRounded fontSize="small" />}
                onClick={() => setList({ search: '' })}
              />
            )
          }
          sx={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
        />
        <IconAction
          label={t('filters')}
          icon={<FilterListRounded />}
          active={filtersOpen}
          badge={countFilters(filters, tab)}
          aria-expanded={filtersOpen}
          onClick={() => setList({ filtersOpen: !filtersOpen })}
        />
        <IconAction
          label={t('new.title')}
          icon={<AddCommentOutlined />}
          onClick={() => openNewTicketDialog()}
          sx={{ color: 'primary.text' }}
        />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <QueueSelect />
        <Box sx={{ flex: 1 }} />
        {can('tickets-manager:showall') && (
          <IconAction
            label={t(showAll ? 'showMine' : 'showAll')}
            icon={showAll ? <VisibilityOutlined /> : <VisibilityOffOutlined />}
            active={showAll}
            onClick={() => setList({ showAll: !showAll })}
          />
        )}
        {live && (
          <IconAction
            label={t(sort === 'DESC' ? 'oldestFirst' : 'newestFirst')}
            icon={sort === 'DESC' ? <ArrowDownwardRounded /> : <ArrowUpwardRounded />}
            onClick={() => setList({ sort: sort === 'DESC' ? 'ASC' : 'DESC' })}
          />
        )}
        {live && can('tickets-manager:closeAll') && (
          <IconAction
            label={t('closeAll.label')}
            icon={<PlaylistAddCheckRounded />}
            onClick={() =>
              void closeAllTickets(
                tab,
                queues.filter(({ id }) => queueIds === null || queueIds.includes(id)),
              )
            }
          />
        )}
      </Box>
    </Box>
  );
};
