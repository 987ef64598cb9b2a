import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { LaneView } from '@prosa/shared/contracts/kanban.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { type LaneQuery, laneOptions } from '../board-queries.ts';
import { boardQuery, boardStore, laneQuery } from '../board-store.ts';
import { useCards } from '../hooks/use-cards.ts';
import { NO_LANE } from '../on-board.ts';
import { Board } from './board.tsx';
import { BoardFilterBar, BoardFilterPanel } from './board-filters.tsx';
import { LANE_PX } from './lane.tsx';

/** Height of the labels of the fields beside the button, in units of spacing. */
const FIELD_LABEL = 5;
const SKELETON_LANES = ['a', 'b', 'c', 'd'];

const BoardSkeleton = () => (
  <Box aria-busy sx={{ flex: 1, display: 'flex', gap: 3, overflow: 'hidden' }}>
    {SKELETON_LANES.map((key) => (
      <Skeleton
        key={key}
        variant="rounded"
        height={layout.topBar + 4 * layout.ticketRow}
        sx={{ flex: 'none', width: LANE_PX, borderRadius: `${radius.card}px` }}
      />
    ))}
  </Box>
);

/** Returns the number of tickets on the board in words; undefined while it is unknown, or if only a part is counted. */
const useTotal = (lanes: readonly LaneView[] | undefined, more: boolean, query: LaneQuery) => {
  const { t } = useTranslation('kanban');
  const isCounted = query.searchParam === undefined && query.withUnreadMessages === undefined;
  const { cards, hasMore } = useCards(query, NO_LANE, lanes !== undefined && lanes.length > 0);
  if (lanes === undefined || lanes.length === 0 || cards === undefined || !isCounted) return undefined;
  const count = lanes.reduce((sum, { ticketsCount }) => sum + ticketsCount, cards.length);
  return t('count', { count, shown: more || hasMore ? `${formatNumber(count)}+` : formatNumber(count) });
};

/** The kanban board of a company's open and waiting tickets. */
const KanbanScreen = () => {
  const { t } = useTranslation('kanban');
  const { can } = useSession();
  const filters = useStore(boardStore, (state) => state.filters);
  const search = useDebounced(filters.search.trim().toLowerCase());
  const query = useMemo(() => laneQuery(filters, search), [filters, search]);
  const { data, error, refetch } = useQuery({
    ...laneOptions(boardQuery(filters)),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const total = useTotal(data?.lista, data?.more ?? false, query);
  const mayAdd = can('dashboard:view');
  const hasLanes = data !== undefined && data.lista.length > 0;
  const add = (
    <Button component={Link} to={paths.kanbanLanes} variant="contained">
      {t('addLanes')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      {...(total === undefined ? {} : { description: total })}
      {...(hasLanes ? { filters: <BoardFilterBar /> } : {})}
      {...(mayAdd && hasLanes ? { actions: <Box sx={{ paddingTop: { lg: FIELD_LABEL } }}>{add}</Box> } : {})}
    >
      {data === undefined ? (
        error === null ? (
          <BoardSkeleton />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : hasLanes ? (
        <>
          <BoardFilterPanel />
          <Board
            lanes={data.lista}
            more={data.more}
            query={query}
            isFiltered={Object.keys(query).length > 0}
          />
        </>
      ) : (
        <EmptyState
          icon={<ViewKanbanOutlined />}
          title={t('empty.title')}
          hint={mayAdd ? t('empty.hint') : t('empty.ask')}
          action={mayAdd ? add : undefined}
        />
      )}
    </Page>
  );
};

export default KanbanScreen;
