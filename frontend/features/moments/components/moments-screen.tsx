import FilterAltOffOutlined from '@mui/icons-material/FilterAltOffOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useDragScroll } from '../../../lib/screen/use-drag-item.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { panelTickets } from '../../tickets/panel-tickets.ts';
import { viewerOf } from '../../tickets/viewer-of.ts';
import { useMove } from '../hooks/use-move.ts';
import { PANEL_DRAG, panelColumns } from '../panel-columns.ts';
import { filterTickets, isFiltered, NO_FILTER, type PanelFilter } from '../panel-filter.ts';
import { type MoveTarget, mayMove } from '../plan-move.ts';
import { AgentColumn, COLUMN_PX, WaitingColumn } from './panel-column.tsx';
import { PanelFilters } from './panel-filters.tsx';
import { PanelRow } from './panel-row.tsx';

const TransferDialog = lazyPart(() =>
  withTexts(import('../../messages/components/conversation/transfer-dialog.tsx'), 'messages'),
);

const SKELETON_COLUMNS = ['a', 'b', 'c'];

const ColumnSkeleton = ({ isWaiting = false }: { isWaiting?: boolean }) => (
  <Skeleton
    variant="rounded"
    height={layout.topBar + 4 * layout.tableRow}
    sx={{
      flexShrink: 0,
      borderRadius: `${radius.card}px`,
      ...(isWaiting && { width: { md: COLUMN_PX } }),
    }}
  />
);

interface ColumnsProps {
  busy?: boolean;
  /** The column of waiting tickets. */
  waiting: ReactNode;
  scroller?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/**
 * Shows the waiting tickets at the left and the attendants' columns in rows beside them; the rows scroll vertically. On
 * phones, all columns are below one another.
 */
const Columns = ({ busy = false, waiting, scroller, children }: ColumnsProps) => (
  <Box
    aria-busy={busy}
    sx={{
      flex: 1,
      minHeight: 0,
      display: 'flex',
      flexDirection: { xs: 'column', md: 'row' },
      alignItems: { xs: 'stretch', md: 'flex-start' },
      gap: 3,
      overflowY: { xs: 'auto', md: 'hidden' },
    }}
  >
    {waiting}
    <Box
      ref={scroller}
      sx={{
        flex: { xs: 'none', md: 1 },
        minWidth: 0,
        maxHeight: { md: '100%' },
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: `repeat(auto-fill, minmax(min(${COLUMN_PX}px, 100%), 1fr))`,
        },
        alignItems: 'start',
        gap: 3,
        overflowY: { md: 'auto' },
      }}
    >
      {children}
    </Box>
  </Box>
);

/** The users who have a column without a ticket: those who are online and work in a queue that the viewer sees. */
const isPresent = (
  { online, queues }: { online: boolean; queues: readonly { id: number }[] },
  ownQueueIds: readonly number[] | null,
): boolean => online && (ownQueueIds === null || queues.some(({ id }) => ownQueueIds.includes(id)));

interface BoardProps {
  tickets: readonly TicketView[];
  filter: PanelFilter;
  onClearFilter: () => void;
}

const Board = ({ tickets, filter, onClearFilter }: BoardProps) => {
  const { t } = useTranslation('moments');
  const me = useUser();
  const { data: colleagues } = useQuery({ ...colleagueList, meta: { silent: true } });
  const [asked, setAsked] = useState<{ ticket: TicketView; userId?: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useDragScroll(PANEL_DRAG, scroller);
  const move = useMove(
    useCallback((ticket: TicketView, { id }: MoveTarget) => setAsked({ ticket, userId: id }), []),
  );
  const latestMove = useRef(move);
  useEffect(() => {
    latestMove.current = move;
  });
  const onMove = useCallback(
    (ticket: TicketView, target: MoveTarget | null) => void latestMove.current(ticket, target),
    [],
  );
  const onTransfer = useCallback((ticket: TicketView) => setAsked({ ticket }), []);
  const targets = useMemo(
    () =>
      (colleagues ?? []).map(
        ({ id, name, profile, queues }): MoveTarget => ({
          id,
          name,
          profile,
          queueIds: queues.map((queue) => queue.id),
        }),
      ),
    [colleagues],
  );
  const opensAll = isAdmin(me);
  const viewer = viewerOf(me);
  const shown = filterTickets(tickets, filter);
  if (shown.length === 0 && isFiltered(filter))
    return (
      <EmptyState
        icon={<FilterAltOffOutlined />}
        title={t('noneFound')}
        action={
          <Button variant="outlined" onClick={onClearFilter}>
            {t('clearFilter')}
          </Button>
        }
      />
    );
  const present = isFiltered(filter)
    ? []
    : (colleagues ?? []).filter((one) => isPresent(one, opensAll ? null : viewer.queueIds));
  const renderTicket = (ticket: TicketView) => (
    <PanelRow
      ticket={ticket}
      opens={opensAll || ticket.userId === me.id}
      targets={mayMove(ticket, viewer) ? targets : undefined}
      onMove={onMove}
      onTransfer={onTransfer}
    />
  );
  const dropOn = (target: MoveTarget | null) => (ticketId: number) => {
    const ticket = tickets.find(({ id }) => id === ticketId);
    if (ticket !== undefined) onMove(ticket, target);
  };
  const { waiting, agents } = panelColumns(shown, present);
  return (
    <>
      <Columns
        scroller={scroller}
        waiting={
          <WaitingColumn
            tickets={waiting}
            none={t('noneWaiting')}
            renderTicket={renderTicket}
            onDrop={dropOn(null)}
          />
        }
      >
        {agents.map(({ id, name, tickets: own }) => {
          const colleague = colleagues?.find((one) => one.id === id);
          const target = targets.find((one) => one.id === id);
          return (
            <AgentColumn
              key={id}
              name={colleague?.name ?? name}
              picture={colleague?.profileImage ?? ''}
              online={colleague?.online ?? false}
              tickets={own}
              renderTicket={renderTicket}
              onDrop={target === undefined ? () => undefined : dropOn(target)}
            />
          );
        })}
      </Columns>
      <Suspense fallback={null}>
        {asked !== null && <TransferDialog {...asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
};

/** The screen with each agent's current tickets and the waiting tickets. */
const MomentsScreen = () => {
  const { t } = useTranslation('moments');
  const panel = useQuery({ ...panelTickets, meta: { silent: true } });
  const [filter, setFilter] = useState(NO_FILTER);
  const { data: tickets, error } = panel;
  const count = tickets?.length ?? 0;
  return (
    <Page
      title={t('title')}
      {...(count === PANEL_TICKETS_MAX ? { description: t('bounded', { count }) } : {})}
      {...(tickets === undefined || count === 0
        ? {}
        : { filters: <PanelFilters tickets={tickets} filter={filter} onChange={setFilter} /> })}
    >
      {tickets === undefined && error !== null ? (
        <ErrorState
          error={error}
          onRetry={() => void panel.refetch()}
          {...(error instanceof ApiError && error.status === 500 ? { title: t('failed') } : {})}
        />
      ) : tickets === undefined ? (
        <Columns busy waiting={<ColumnSkeleton isWaiting />}>
          {SKELETON_COLUMNS.map((key) => (
            <ColumnSkeleton key={key} />
          ))}
        </Columns>
      ) : count === 0 ? (
        <EmptyState icon={<SupportAgentOutlined />} title={t('empty')} hint={t('emptyHint')} />
      ) : (
        <Board tickets={tickets} filter={filter} onClearFilter={() => setFilter(NO_FILTER)} />
      )}
    </Page>
  );
};

export default MomentsScreen;
