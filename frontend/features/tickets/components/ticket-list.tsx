import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import ManageSearchRounded from '@mui/icons-material/ManageSearchRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import type { ReplyWindowPolicy } from '@prosa/shared/rules/reply-window.ts';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useMatch } from 'react-router';
import { useStore } from 'zustand';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListSkeleton } from '../../../components/skeletons.tsx';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { NEXT_PAGE_WITHIN_PX } from '../../../lib/screen/scroll-distances.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';
import { icon, layout } from '../../../theme/tokens.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { useHeldOrder } from '../hooks/use-held-order.ts';
import { useKeptPlace } from '../hooks/use-kept-place.ts';
import type { TicketList as Tickets } from '../hooks/use-ticket-list.ts';
import { countFilters, type ListTab, listStore, NO_FILTERS, setList } from '../list-store.ts';
import { TicketRow } from './ticket-row.tsx';

const EmptyList = rarePart(async () => ({
  default: (await withTexts(import('./empty-list.tsx'), 'first-steps')).EmptyList,
}));

/** Number of rows rendered beyond the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 8;

/** Opacity of a ticket that has left the list. */
const GONE_OPACITY = 0.4;
const ROW_STYLE = { position: 'absolute', insetInline: 0, top: 0, height: layout.ticketRow } as const;

/** Scroll position of each view, restored when the user returns from a conversation. */
const leftAt = new Map<ListTab, number>();

/** The tickets of a view. Only visible rows are rendered, regardless of their number. */
export const TicketList = ({ list, tab }: { list: Tickets; tab: ListTab }) => {
  const { t } = useTranslation('tickets');
  const filters = useStore(listStore, (state) => state.filters);
  const { tickets, error, idle, retry } = list;
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (tickets === undefined) return <ListSkeleton />;
  if (idle)
    return <EmptyState icon={<ManageSearchRounded />} title={t('empty.idle')} hint={t('empty.idleHint')} />;
  if (tickets.length === 0 && list.hasMore) return <LookingOn list={list} />;
  if (tickets.length === 0 && tab !== 'search' && countFilters(filters, tab) > 0) {
    return (
      <EmptyState
        icon={<ManageSearchRounded />}
        title={t('empty.filtered')}
        action={
          <Button variant="outlined" onClick={() => setList({ filters: NO_FILTERS })}>
            {t('filter.clear')}
          </Button>
        }
      />
    );
  }
  if (tickets.length === 0)
    return tab === 'search' ? (
      <EmptyState icon={<ManageSearchRounded />} title={t('empty.search')} hint={t('emptyHint.search')} />
    ) : (
      <Suspense fallback={<ListSkeleton />}>
        <EmptyList tab={tab} />
      </Suspense>
    );
  return <Rows key={list.view} tab={tab} list={list} tickets={tickets} label={t(`tab.${tab}`)} />;
};

/** Maximum of empty pages fetched automatically; for each, the server has searched hundreds of tickets. */
const PAGES_LOOKED_ON = 5;

/** Shown when the searched pages had no match but more pages exist. */
const LookingOn = ({ list: { pages, loadMore } }: { list: Tickets }) => {
  const { t } = useTranslation('tickets');
  const asks = pages < PAGES_LOOKED_ON;
  useEffect(() => {
    if (asks) loadMore();
  }, [asks, loadMore]);
  if (asks) return <ListSkeleton />;
  return (
    <EmptyState
      icon={<ManageSearchRounded />}
      title={t('nothingSoFar')}
      action={
        <Button variant="outlined" onClick={loadMore}>
          {t('lookFurther')}
        </Button>
      }
    />
  );
};

interface RowsProps {
  tab: ListTab;
  list: Tickets;
  tickets: NonNullable<Tickets['tickets']>;
  label: string;
}

/** Returns when contacts may be answered, by connection. */
const policiesOf = (
  connections: readonly { id: number; can?: Pick<ChannelAbilities, 'replyWindow'> | undefined }[],
): Record<number, ReplyWindowPolicy | null> =>
  Object.fromEntries(connections.map(({ id, can }) => [id, can?.replyWindow ?? null]));

const Rows = ({ tab, list, tickets, label }: RowsProps) => {
  const { t } = useTranslation('tickets');
  const scroller = useRef<HTMLDivElement>(null);
  const selected = useMatch(paths.ticket(':uuid'))?.params.uuid;
  const order = useHeldOrder(tickets, selected);
  const shown = order.rows;
  useKeptPlace(
    scroller,
    useMemo(() => shown.map(({ ticket }) => ticket), [shown]),
  );
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => layout.ticketRow,
    // Stable while the rows are the same, because a new function makes the virtualizer position every row again.
    getItemKey: useCallback((index: number) => shown[index]?.ticket.id ?? index, [shown]),
    overscan: OVERSCAN,
    initialOffset: () => leftAt.get(tab) ?? 0,
    useFlushSync: false,
  });
  const rows = virtual.getVirtualItems();
  const hovers = useMediaQuery('(hover: hover)', { noSsr: true });
  const { data: isSeveral = false } = useQuery({
    ...connectionList,
    meta: { silent: true },
    select: ({ length }) => length > 1,
  });
  const { data: policies = {} } = useQuery({
    ...connectionList,
    meta: { silent: true },
    select: policiesOf,
  });
  const { hasMore, loadMore } = list;
  const remaining =
    virtual.getTotalSize() - ((virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0));

  useEffect(() => {
    if (hasMore && remaining < NEXT_PAGE_WITHIN_PX) loadMore();
  }, [hasMore, remaining, loadMore]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = event.target instanceof HTMLElement ? event.target.closest('[data-index]') : null;
    if (step === undefined || current === null) return;
    event.preventDefault();
    const next = Number(current.getAttribute('data-index')) + step;
    if (next < 0 || next >= shown.length) return;
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus(),
    );
  };

  return (
    <>
      <Box
        ref={scroller}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', contain: 'strict', overflowAnchor: 'none' }}
        onKeyDown={onKeyDown}
        onScroll={(event) => leftAt.set(tab, event.currentTarget.scrollTop)}
        onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && order.hold()}
        onPointerDown={order.hold}
        onPointerLeave={order.leave}
        onFocus={order.hold}
        onBlur={order.leave}
      >
        <Box
          component="ul"
          aria-label={label}
          sx={{ position: 'relative', margin: 0, padding: 0, listStyle: 'none' }}
          style={{ height: virtual.getTotalSize() }}
        >
          {rows.map((row) => {
            const at = shown[row.index];
            if (at === undefined) return null;
            const { ticket, gone } = at;
            return (
              <li
                key={row.key}
                data-index={row.index}
                aria-setsize={hasMore ? -1 : shown.length}
                aria-posinset={row.index + 1}
                inert={gone}
                style={{
                  ...ROW_STYLE,
                  transform: `translateY(${row.start}px)`,
                  ...(gone ? { opacity: GONE_OPACITY } : {}),
                }}
                onPointerDown={() => order.press(ticket.id)}
              >
                <TicketRow
                  ticket={ticket}
                  selected={ticket.uuid === selected}
                  hovers={hovers}
                  found={list.found.get(ticket.id)}
                  namesConnection={isSeveral}
                  policy={policies[ticket.whatsappId ?? 0] ?? null}
                  search={list.search}
                />
              </li>
            );
          })}
        </Box>
        {list.loadingMore && (
          <Box sx={{ display: 'flex', justifyContent: 'center', padding: 3 }}>
            <CircularProgress size={icon.medium} aria-label={t('loadingMore')} />
          </Box>
        )}
      </Box>
      {/* Below the rows, so that it moves none of them. */}
      {order.news > 0 && (
        <Button
          size="small"
          startIcon={<ArrowUpwardRounded />}
          onClick={() => {
            order.release();
            virtual.scrollToOffset(0);
          }}
          sx={{ flexShrink: 0, borderTop: 1, borderColor: 'divider', borderRadius: 0 }}
        >
          {t('news', { count: order.news })}
        </Button>
      )}
    </>
  );
};
