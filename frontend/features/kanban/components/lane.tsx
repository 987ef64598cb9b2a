import TimerOutlined from '@mui/icons-material/TimerOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { dropColumn } from '../../../components/drop-column.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { NEXT_PAGE_WITHIN_PX } from '../../../lib/screen/scroll-distances.ts';
import { useAsked } from '../../../lib/screen/use-asked.ts';
import { useDragScroll, useDropTarget } from '../../../lib/screen/use-drag-item.ts';
import { useIsNear } from '../../../lib/screen/use-is-near.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon, layout, SPACING_PX, TOUCH } from '../../../theme/tokens.ts';
import type { LaneQuery } from '../board-queries.ts';
import { useCards } from '../hooks/use-cards.ts';
import { pendingMoves, unfollowCard, withMoves } from '../pending-moves.ts';
import { BOARD_DRAG, Card, type MenuPosition } from './card.tsx';

/** Width of a column in pixels; a narrower one cuts names and messages. */
export const LANE_PX = 288;
/** Height of a card, and of a card with controls for fingers. */
const CARD_PX = 108;
const TOUCH_CARD_PX = 124;
const GAP_PX = 2 * SPACING_PX;
const OVERSCAN = 3;
/** Maximum of empty pages fetched automatically; for each, the server has searched hundreds of tickets. */
const PAGES_LOOKED_ON = 5;
const NO_CARDS: TicketView[] = [];
const SKELETONS = ['a', 'b', 'c'];

/** A column as the board shows it: of the company, or the one for tickets without a column. */
export interface BoardLane {
  id: number;
  name: string;
  /** Empty for the column of tickets without one. */
  color: string;
  /** Number of its tickets; undefined if the server does not count them. */
  count: number | undefined;
  /** Whether there may be more than `count`. */
  more: boolean;
  /** Its time rule in words; empty without one. */
  rule: string;
}

interface LaneProps {
  lane: BoardLane;
  query: LaneQuery;
  isFiltered: boolean;
  onDrop: (ticketId: number, laneId: number) => void;
  onMenu: (ticket: TicketView, at: MenuPosition) => void;
}

/** A column with its heading, count and tickets. Its tickets are fetched when it first comes into view. */
export const Lane = memo(({ lane, query, isFiltered, onDrop, onMenu }: LaneProps) => {
  const { t } = useTranslation(['kanban', 'tickets']);
  const headingId = useId();
  const column = useRef<HTMLElement>(null);
  const isOver = useDropTarget(BOARD_DRAG, column, (ticketId) => onDrop(ticketId, lane.id));
  const isNear = useIsNear(column);
  const list = useCards(query, lane.id, useAsked(isNear));
  const { moves, followed } = useStore(pendingMoves);
  const { cards, difference } = withMoves(list.cards ?? NO_CARDS, lane.id, moves);
  const isFollowed = followed !== null && cards.some(({ id }) => id === followed);
  useEffect(() => {
    if (isFollowed) column.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isFollowed]);
  const count = (lane.count ?? list.cards?.length ?? 0) + difference;
  const more = lane.count === undefined ? list.hasMore : lane.more;
  const isKnown = lane.count !== undefined || list.cards !== undefined;
  const shown = more ? `${formatNumber(count)}+` : formatNumber(count);
  return (
    <Box
      ref={column}
      component="section"
      aria-labelledby={headingId}
      data-lane={lane.id}
      data-over={isOver}
      sx={{
        ...dropColumn(isOver),
        width: { xs: `calc(100% - ${8 * SPACING_PX}px)`, sm: LANE_PX },
        scrollSnapAlign: 'start',
        bgcolor: 'background.default',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          flexShrink: 0,
          minHeight: layout.tableRow,
          paddingInline: 3,
        }}
      >
        {lane.color !== '' && (
          <Box
            component="span"
            aria-hidden
            sx={{ flexShrink: 0, width: 10, height: 10, borderRadius: '50%' }}
            style={{ backgroundColor: lane.color }}
          />
        )}
        <Typography id={headingId} component="h2" variant="subtitle1" noWrap sx={{ minWidth: 0, flex: 1 }}>
          {lane.name}
        </Typography>
        {lane.rule !== '' && (
          <TimerOutlined
            titleAccess={lane.rule}
            data-hint={lane.rule}
            sx={{ flexShrink: 0, fontSize: icon.small, color: 'text.secondary' }}
          />
        )}
        {isKnown && (
          <Typography
            component="span"
            variant="body2"
            role="img"
            aria-label={t('count', { count, shown })}
            sx={{
              color: 'text.secondary',
              fontWeight: 'fontWeightMedium',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {shown}
          </Typography>
        )}
      </Box>
      {list.error !== null ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : list.cards === undefined ? (
        <Box aria-hidden sx={{ display: 'flex', flexDirection: 'column', gap: 2, padding: 2, paddingTop: 0 }}>
          {SKELETONS.map((key) => (
            <Skeleton key={key} variant="rounded" height={CARD_PX} />
          ))}
        </Box>
      ) : cards.length === 0 ? (
        <NoCards list={list} isFiltered={isFiltered} />
      ) : (
        <Cards
          cards={cards}
          name={lane.name}
          total={more ? -1 : count}
          isNear={isNear}
          followed={followed}
          hasMore={list.hasMore}
          loadMore={list.loadMore}
          onMenu={onMenu}
        />
      )}
    </Box>
  );
});
Lane.displayName = 'Lane';

/** Shown in a column without tickets; looks at further pages if the loaded ones had no match. */
const NoCards = ({
  list: { hasMore, pages, loadMore },
  isFiltered,
}: {
  list: ReturnType<typeof useCards>;
  isFiltered: boolean;
}) => {
  const { t } = useTranslation(['kanban', 'tickets']);
  const looksOn = hasMore && pages < PAGES_LOOKED_ON;
  useEffect(() => {
    if (looksOn) loadMore();
  }, [looksOn, loadMore]);
  if (looksOn)
    return (
      <Box aria-hidden sx={{ padding: 2, paddingTop: 0 }}>
        <Skeleton variant="rounded" height={CARD_PX} />
      </Box>
    );
  return (
    <Box sx={{ padding: 3, paddingTop: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {hasMore ? t('tickets:nothingSoFar') : t(isFiltered ? 'noneFound' : 'noCards')}
      </Typography>
      {hasMore && (
        <Button size="small" onClick={loadMore}>
          {t('tickets:lookFurther')}
        </Button>
      )}
    </Box>
  );
};

interface CardsProps {
  cards: readonly TicketView[];
  /** Name of the column. */
  name: string;
  /** Number of the column's tickets; -1 if unknown. */
  total: number;
  isNear: boolean;
  /** Id of the ticket on whose card the focus stays when the card moves. */
  followed: number | null;
  hasMore: boolean;
  loadMore: () => void;
  onMenu: LaneProps['onMenu'];
}

/** The cards of a column. Only visible cards of visible columns are rendered. */
const Cards = ({ cards, name, total, isNear, followed, hasMore, loadMore, onMenu }: CardsProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  useDragScroll(BOARD_DRAG, scroller);
  const isTouch = useMediaQuery(TOUCH, { noSsr: true });
  const cardPx = isTouch ? TOUCH_CARD_PX : CARD_PX;
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => cardPx + GAP_PX, [cardPx]),
    getItemKey: useCallback((index: number) => cards[index]?.id ?? index, [cards]),
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const remaining =
    virtual.getTotalSize() - ((virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0));
  useEffect(() => {
    if (isNear && hasMore && remaining < NEXT_PAGE_WITHIN_PX) loadMore();
  }, [isNear, hasMore, remaining, loadMore]);

  const at = followed === null ? -1 : cards.findIndex(({ id }) => id === followed);
  useEffect(() => {
    if (at === -1 || followed === null) return;
    virtual.scrollToIndex(at);
    const frame = requestAnimationFrame(() => {
      const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"] a`);
      link?.focus();
      if (link !== null && link !== undefined) unfollowCard(followed);
    });
    return () => cancelAnimationFrame(frame);
  });

  return (
    <Box
      ref={scroller}
      // Focusable, because the list must scroll by keyboard.
      tabIndex={0}
      role="group"
      aria-label={name}
      sx={{
        flex: '0 1 auto',
        minHeight: 0,
        overflowX: 'hidden',
        overflowY: 'auto',
        overflowAnchor: 'none',
        paddingInline: 2,
        '&:focus-visible': { outline: 2, outlineColor: 'primary.text', outlineOffset: -2 },
      }}
    >
      <Box
        component="ul"
        sx={{ position: 'relative', margin: 0, padding: 0, listStyle: 'none' }}
        style={{ height: virtual.getTotalSize() }}
      >
        {(isNear ? virtual.getVirtualItems() : []).map(({ index, start }) => {
          const ticket = cards[index];
          return ticket === undefined ? null : (
            <li
              key={ticket.id}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{
                position: 'absolute',
                insetInline: 0,
                top: 0,
                height: cardPx,
                transform: `translateY(${start}px)`,
              }}
            >
              <Card ticket={ticket} onMenu={onMenu} />
            </li>
          );
        })}
      </Box>
    </Box>
  );
};
