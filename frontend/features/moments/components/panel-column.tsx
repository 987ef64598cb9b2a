import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useId, useRef } from 'react';
import { dropColumn } from '../../../components/drop-column.ts';
import { StatusChip } from '../../../components/status-chip.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { useDropTarget } from '../../../lib/screen/use-drag-item.ts';
import { useIsNear } from '../../../lib/screen/use-is-near.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { PANEL_DRAG } from '../panel-columns.ts';

const ROW_PX = 48;
const OVERSCAN = 3;
/** Minimum width of a column in pixels; a narrower one cuts names and messages. */
export const COLUMN_PX = 288;
/** Maximum height of a column that has others below it. */
const COLUMN_MAX_HEIGHT = '60dvh';
/** Maximum number of waiting tickets in one lane. More are shown in two lanes, in a window of at least `TWO_LANES_PX`. */
const ONE_LANE_MAX = 9;
/** The width at which two lanes, a column beside them and the open menu fit. */
const TWO_LANES_PX = 1200;

interface ColumnProps {
  heading: ReactNode;
  /** Accessible name of the column. */
  name: string;
  tickets: readonly TicketView[];
  /** Text shown for a column without tickets. */
  none: string;
  lanes?: 1 | 2;
  /** Width in pixels of a column of full height. Without it the column fills its cell. */
  width?: number;
  renderTicket: (ticket: TicketView) => ReactNode;
  onDrop: (ticketId: number) => void;
}

/** A column with heading, count and tickets. Only visible tickets of visible columns are rendered. */
const Column = ({ heading, name, tickets, none, lanes = 1, width, renderTicket, onDrop }: ColumnProps) => {
  const { t } = useTranslation('moments');
  const id = useId();
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useDropTarget(PANEL_DRAG, column, onDrop);
  const isNear = useIsNear(column);
  const virtual = useVirtualizer({
    count: Math.ceil(tickets.length / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => tickets[index * lanes]?.id ?? index, [tickets, lanes]),
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  return (
    <Box
      ref={column}
      component="section"
      aria-labelledby={id}
      data-over={isOver}
      sx={{
        ...dropColumn(isOver),
        minWidth: 0,
        ...(width !== undefined && { width: { md: width } }),
        maxHeight: { xs: COLUMN_MAX_HEIGHT, ...(width !== undefined && { md: '100%' }) },
        bgcolor: 'background.paper',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          flexShrink: 0,
          minHeight: layout.topBar,
          paddingInline: 3,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box id={id} sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0, flex: 1 }}>
          {heading}
        </Box>
        <Typography
          component="span"
          aria-label={t('count', { count: tickets.length })}
          role="img"
          sx={{ color: 'text.secondary', fontWeight: 'fontWeightMedium', fontVariantNumeric: 'tabular-nums' }}
        >
          {formatNumber(tickets.length)}
        </Typography>
      </Box>
      {tickets.length === 0 ? (
        <Typography variant="body2" sx={{ padding: 3, color: 'text.secondary' }}>
          {none}
        </Typography>
      ) : (
        <Box
          ref={scroller}
          // Focusable, because the list must scroll by keyboard even when it has no ticket that the user may open.
          tabIndex={0}
          role="group"
          aria-label={name}
          sx={{
            flex: '0 1 auto',
            minHeight: 0,
            overflow: 'auto',
            overflowAnchor: 'none',
            '&:focus-visible': { outline: 2, outlineColor: 'primary.text', outlineOffset: -2 },
          }}
        >
          <Box
            component="ul"
            sx={{ position: 'relative', margin: 0, padding: 0, listStyle: 'none' }}
            style={{ height: virtual.getTotalSize() }}
          >
            {(isNear ? virtual.getVirtualItems() : []).flatMap(({ index, start }) =>
              Array.from({ length: lanes }, (_none, lane) => {
                const place = index * lanes + lane;
                const ticket = tickets[place];
                return ticket === undefined ? null : (
                  <li
                    key={ticket.id}
                    aria-setsize={tickets.length}
                    aria-posinset={place + 1}
                    style={{
                      position: 'absolute',
                      top: 0,
                      height: ROW_PX,
                      width: `${100 / lanes}%`,
                      insetInlineStart: `${(lane * 100) / lanes}%`,
                      transform: `translateY(${start}px)`,
                    }}
                  >
                    {renderTicket(ticket)}
                  </li>
                );
              }),
            )}
          </Box>
        </Box>
      )}
    </Box>
  );
};

const Name = ({ children }: { children: string }) => (
  <Typography component="h2" variant="subtitle1" noWrap sx={{ minWidth: 0 }}>
    {children}
  </Typography>
);

type Shared = Pick<ColumnProps, 'tickets' | 'renderTicket' | 'onDrop'>;

/** The column of tickets that no attendant has accepted yet. */
export const WaitingColumn = ({ none, ...shared }: Shared & { none: string }) => {
  const { t } = useTranslation('moments');
  const isWide = useMediaQuery((theme) => theme.breakpoints.up(TWO_LANES_PX), { noSsr: true });
  const lanes = isWide && shared.tickets.length > ONE_LANE_MAX ? 2 : 1;
  return (
    <Column
      {...shared}
      name={t('waiting')}
      none={none}
      lanes={lanes}
      width={lanes * COLUMN_PX}
      heading={
        <>
          <Box
            aria-hidden
            sx={{
              display: 'grid',
              placeItems: 'center',
              flexShrink: 0,
              width: layout.avatar.medium,
              height: layout.avatar.medium,
              borderRadius: '50%',
              bgcolor: 'warning.soft',
              color: 'warning.text',
            }}
          >
            <HourglassEmptyRounded fontSize="small" />
          </Box>
          <Name>{t('waiting')}</Name>
        </>
      }
    />
  );
};

interface AgentColumnProps extends Shared {
  name: string;
  picture: string;
  online: boolean;
}

/** The column of an agent's tickets. */
export const AgentColumn = ({ name, picture, online, ...shared }: AgentColumnProps) => {
  const { t } = useTranslation(['moments', 'users']);
  const shown = name === '' ? t('unknownAgent') : name;
  return (
    <Column
      {...shared}
      name={shown}
      none={t('noneAttended')}
      heading={
        <>
          <UserAvatar name={name} src={picture} />
          <Name>{shown}</Name>
          <StatusChip
            label={online ? t('users:online') : t('users:offline')}
            tone={online ? 'success' : 'secondary'}
          />
        </>
      }
    />
  );
};
