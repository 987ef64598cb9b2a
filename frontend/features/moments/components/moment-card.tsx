import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../components/status-chip.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { MomentRow } from './moment-row.tsx';

/** Rows that a card shows before it scrolls: the last is cut, so that one sees there is more. */
const SHOWN_ROWS = 5.5;
const OVERSCAN = 3;
const ROW_STYLE = { position: 'absolute', insetInline: 0, top: 0, height: layout.ticketRow } as const;

interface CardProps {
  heading: ReactNode;
  /** Names the card for who cannot see it. */
  name: string;
  tickets: readonly TicketView[];
  /** Said where there is none. */
  none: string;
}

/** Whose tickets, how many, and the tickets: only those in sight exist, however many there are. */
const Card = ({ heading, name, tickets, none }: CardProps) => {
  const { t } = useTranslation('moments');
  const id = useId();
  const me = useUser();
  const opensAll = me.profile === 'admin' || me.super;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => layout.ticketRow,
    getItemKey: useCallback((index: number) => tickets[index]?.id ?? index, [tickets]),
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
        overflow: 'hidden',
        // Cards out of sight are neither laid out nor drawn.
        contentVisibility: 'auto',
        containIntrinsicSize: `auto ${layout.topBar + layout.ticketRow}px`,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          minHeight: layout.topBar,
          paddingInline: 4,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box id={id} sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0, flex: 1 }}>
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
        <Typography variant="body2" sx={{ padding: 4, color: 'text.secondary' }}>
          {none}
        </Typography>
      ) : (
        <Box
          ref={scroller}
          // What an agent may not open has nothing that takes the focus, and must scroll by keys all the same.
          tabIndex={0}
          role="group"
          aria-label={name}
          sx={{
            height: Math.min(tickets.length, SHOWN_ROWS) * layout.ticketRow,
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
            {virtual.getVirtualItems().map((row) => {
              const ticket = tickets[row.index];
              if (ticket === undefined) return null;
              return (
                <li
                  key={row.key}
                  aria-setsize={tickets.length}
                  aria-posinset={row.index + 1}
                  style={{ ...ROW_STYLE, transform: `translateY(${row.start}px)` }}
                >
                  <MomentRow ticket={ticket} opens={opensAll || ticket.userId === me.id} />
                </li>
              );
            })}
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

/** What nobody has taken yet. */
export const WaitingCard = ({ tickets }: { tickets: readonly TicketView[] }) => {
  const { t } = useTranslation('moments');
  return (
    <Card
      name={t('waiting')}
      tickets={tickets}
      none={t('noneWaiting')}
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

interface AgentCardProps {
  name: string;
  picture: string;
  online: boolean;
  tickets: readonly TicketView[];
}

/** What an agent attends. */
export const AgentCard = ({ name, picture, online, tickets }: AgentCardProps) => {
  const { t } = useTranslation(['moments', 'users']);
  const shown = name === '' ? t('unknownAgent') : name;
  return (
    <Card
      name={shown}
      tickets={tickets}
      none=""
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
