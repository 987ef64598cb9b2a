import FilterListRounded from '@mui/icons-material/FilterListRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import useMediaQuery from '@mui/material/useMediaQuery';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { DayField } from '../../../components/day-field.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useStateFor } from '../../../lib/screen/use-state-for.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { FilterChoice } from '../../tickets/components/filter-choice.tsx';
import { FilterGrid } from '../../tickets/components/filter-grid.tsx';
import { useSelectableQueues } from '../../tickets/hooks/use-selectable-queues.ts';
import { boardStore, countFilters, NO_FILTERS, setFilters } from '../board-store.ts';

/** Whether the days fit beside the search and the screen's button. */
const useHasRoomForDays = (): boolean =>
  useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });

/** The days of creation, which apply with their button. */
const DayRange = () => {
  const { t } = useTranslation('kanban');
  const { startDate, endDate } = useStore(boardStore, (state) => state.filters);
  // Starts again when the filters are cleared.
  const [chosen, setChosen] = useStateFor(`${startDate} ${endDate}`, () => ({ startDate, endDate }));
  const isPhone = useIsPhone();
  const isInOrder = chosen.startDate === '' || chosen.endDate === '' || chosen.startDate <= chosen.endDate;
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isInOrder) setFilters(chosen);
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2 }}
    >
      <DayField
        label={t('filter.start')}
        value={chosen.startDate}
        onChange={(day) => setChosen({ ...chosen, startDate: day })}
      />
      <DayField
        label={t('filter.end')}
        value={chosen.endDate}
        error={isInOrder ? undefined : t('filter.endBeforeStart')}
        onChange={(day) => setChosen({ ...chosen, endDate: day })}
      />
      <Button type="submit" variant="outlined" fullWidth={isPhone}>
        {t('filter.apply')}
      </Button>
    </Box>
  );
};

/**
 * The fields above the board: words, days, and the button for more filters. In a narrow window the days are
 * among these.
 */
export const BoardFilterBar = () => {
  const { t } = useTranslation(['kanban', 'tickets']);
  const hasRoom = useHasRoomForDays();
  const { filters, filtersOpen } = useStore(boardStore);
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 2, width: { xs: '100%', md: 'auto' } }}>
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filters.search}
        onChange={(search) => setFilters({ search })}
      />
      {hasRoom && <DayRange />}
      <IconAction
        label={t('tickets:filters')}
        icon={<FilterListRounded />}
        active={filtersOpen}
        badge={countFilters(filters)}
        aria-expanded={filtersOpen}
        onClick={() => boardStore.setState({ filtersOpen: !filtersOpen })}
      />
    </Box>
  );
};

/** More filters of the board: queues, attendants, connections and unread messages. */
export const BoardFilterPanel = () => {
  const { t } = useTranslation(['kanban', 'tickets']);
  const { filters, filtersOpen } = useStore(boardStore);
  const hasRoom = useHasRoomForDays();
  const admin = isAdmin(useUser());
  const queues = useSelectableQueues();
  const { data: users = [] } = useQuery({ ...colleagueList, enabled: admin && filtersOpen });
  const { data: connections = [] } = useQuery({ ...connectionList, enabled: filtersOpen });
  if (!filtersOpen) return null;
  return (
    <FilterGrid
      text={filters.text}
      onText={(text) => setFilters({ text })}
      count={countFilters(filters)}
      onClear={() => setFilters({ ...NO_FILTERS, search: filters.search })}
      sx={{ paddingBottom: 3 }}
    >
      {!hasRoom && <DayRange />}
      <FilterChoice
        label={t('filter.queues')}
        options={queues}
        value={filters.queueIds}
        onChange={(queueIds) => setFilters({ queueIds })}
      />
      {admin && (
        <FilterChoice
          label={t('tickets:filter.users')}
          options={users}
          value={filters.users}
          onChange={(ids) => setFilters({ users: ids })}
        />
      )}
      <FilterChoice
        label={t('tickets:filter.connections')}
        options={connections}
        value={filters.whatsappIds}
        onChange={(whatsappIds) => setFilters({ whatsappIds })}
      />
      <FormControlLabel
        control={<Switch checked={filters.unread} onChange={(_, unread) => setFilters({ unread })} />}
        label={t('tickets:filter.unread')}
      />
    </FilterGrid>
  );
};
