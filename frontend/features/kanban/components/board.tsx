import CircleOutlined from '@mui/icons-material/CircleOutlined';
import CircleRounded from '@mui/icons-material/CircleRounded';
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded';
import Box from '@mui/material/Box';
import type { LaneView } from '@prosa/shared/contracts/kanban.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionMenu } from '../../../components/action-menu.tsx';
import { queryClient } from '../../../lib/api/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useDragScroll } from '../../../lib/screen/use-drag-item.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { LaneQuery } from '../board-queries.ts';
import { focusNextCard } from '../focus-card.ts';
import { useLaneRule } from '../hooks/use-lane-rule.ts';
import { useMoveCard } from '../hooks/use-move-card.ts';
import { laneOf, NO_LANE } from '../on-board.ts';
import { followCard } from '../pending-moves.ts';
import { cardById } from '../put-on-board.ts';
import { BOARD_DRAG, type MenuPosition } from './card.tsx';
import { type BoardLane, Lane } from './lane.tsx';

/** Scroll position of the board, restored when the user returns from a ticket. */
let leftAt = 0;

const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

interface BoardProps {
  lanes: readonly LaneView[];
  /** Whether the columns may have more tickets than were counted. */
  more: boolean;
  query: LaneQuery;
  isFiltered: boolean;
}

/**
 * The columns side by side: first the tickets without a column. Cards move by dragging, or by their menu (M or the menu
 * key on a card); arrow keys move the focus between the cards.
 */
export const Board = ({ lanes, more, query, isFiltered }: BoardProps) => {
  const { t } = useTranslation('kanban');
  const navigate = useNavigate();
  const ruleOf = useLaneRule(lanes);
  const move = useMoveCard();
  const latestMove = useRef(move);
  useEffect(() => {
    latestMove.current = move;
  });
  const scroller = useRef<HTMLDivElement>(null);
  useDragScroll(BOARD_DRAG, scroller);
  useEffect(() => {
    scroller.current?.scrollTo({ left: leftAt });
  }, []);
  const [menu, setMenu] = useState<{ ticket: TicketView; at: MenuPosition } | null>(null);
  const onMenu = useCallback((ticket: TicketView, at: MenuPosition) => setMenu({ ticket, at }), []);
  const onDrop = useCallback((ticketId: number, laneId: number) => {
    const ticket = cardById(queryClient, ticketId);
    if (ticket !== undefined) void latestMove.current(ticket, laneId);
  }, []);

  // Words and unread messages are filters of the tickets alone.
  const isCounted = query.searchParam === undefined && query.withUnreadMessages === undefined;
  const shown = useMemo(
    (): BoardLane[] => [
      { id: NO_LANE, name: t('noLane'), color: '', count: undefined, more: false, rule: '' },
      ...lanes.map((lane) => ({
        id: lane.id,
        name: lane.name,
        color: lane.color,
        count: isCounted ? lane.ticketsCount : undefined,
        more,
        rule: ruleOf(lane),
      })),
    ],
    [lanes, more, isCounted, ruleOf, t],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!(target instanceof HTMLAnchorElement) || ctrlKey || metaKey || altKey) return;
    if (ARROWS.has(key)) {
      event.preventDefault();
      focusNextCard(target, key);
    } else if (key.toLowerCase() === 'm') {
      event.preventDefault();
      target.closest('li')?.querySelector('button')?.click();
    }
  };

  const { ticket } = menu ?? {};
  return (
    <>
      <Box
        ref={scroller}
        data-scrolls-sideways
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget: { scrollLeft } }) => {
          leftAt = scrollLeft;
        }}
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'flex',
          gap: 3,
          // To the edge of the window, where the next column looks out.
          marginInlineEnd: { xs: -4, md: -6 },
          paddingInlineEnd: { xs: 4, md: 6 },
          overflowX: 'auto',
          overflowY: 'hidden',
          scrollSnapType: { xs: 'x mandatory', sm: 'none' },
        }}
      >
        {shown.map((lane) => (
          <Lane
            key={lane.id}
            lane={lane}
            query={query}
            isFiltered={isFiltered}
            onDrop={onDrop}
            onMenu={onMenu}
          />
        ))}
      </Box>
      <ActionMenu
        title={ticket === undefined ? '' : t('moveName', { name: ticket.contact.name })}
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        actions={
          ticket === undefined
            ? []
            : [
                ...shown
                  .filter(({ id }) => id !== laneOf(ticket))
                  .map(({ id, name, color }) => ({
                    id: String(id),
                    label: name,
                    icon: color === '' ? <CircleOutlined /> : <CircleRounded style={{ color }} />,
                    run: () => {
                      followCard(ticket.id);
                      void move(ticket, id);
                    },
                  })),
                {
                  id: 'open',
                  label: t('open'),
                  icon: <OpenInNewRounded />,
                  run: () => void navigate(paths.ticket(ticket.uuid)),
                },
              ]
        }
      />
    </>
  );
};
