import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded';
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import SwapHorizRounded from '@mui/icons-material/SwapHorizRounded';
import { styled } from '@mui/material/styles';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { memo } from 'react';
import { Link } from 'react-router';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { CountBadge } from '../../../components/count-badge.tsx';
import { RowActions } from '../../../components/row-actions.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../lib/screen/colors.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useDragItem } from '../../../lib/screen/use-drag-item.ts';
import { formatWhen, truncate } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { font, icon, motion } from '../../../theme/tokens.ts';
import { lastMessageText } from '../../tickets/preview-text.ts';
import { PANEL_DRAG } from '../panel-columns.ts';
import type { MoveTarget } from '../plan-move.ts';
import { waitingSince } from '../wait.ts';
import { WaitTime } from './wait-time.tsx';

/** Maximum length of the contact's name and of the last message. */
const SHOWN_CHARACTERS = 30;

/** The row's complete style in one style sheet, because hundreds of rows mount and unmount while scrolling. */
const Root = styled('div')(({ theme }) => {
  const palette = theme.vars?.palette ?? theme.palette;
  return {
    position: 'relative',
    height: '100%',
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    paddingInlineStart: theme.spacing(3),
    paddingInlineEnd: theme.spacing(1),
    borderBottom: `1px solid ${palette.divider}`,
    transition: `background-color ${motion.fastMs}ms`,
    '&:hover': { backgroundColor: palette.action.hover },
    '&[draggable="true"]': { cursor: 'grab' },
    '&[data-dragged="true"]': { opacity: 0.4 },
    '& .body': { flex: 1, minWidth: 0 },
    '& .line': { display: 'flex', alignItems: 'center', gap: theme.spacing(2), height: 20 },
    '& .cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0, flex: 1 },
    '& .name': {
      color: palette.text.primary,
      textDecoration: 'none',
      fontWeight: font.weight.medium,
      // The link covers the whole row; the menu's button is above it.
      '&[href]::after': { content: '""', position: 'absolute', inset: 0 },
      '&:focus-visible': { outline: 'none' },
      '&:focus-visible::after': { outline: `2px solid ${palette.primary.text}`, outlineOffset: -2 },
    },
    '& .second': { fontSize: font.caption, color: palette.text.secondary },
    '& .second svg': { fontSize: icon.small, flexShrink: 0 },
    '& .cut.queue': { flex: '0 1 auto', maxWidth: '45%' },
    '& .dot': { width: 8, height: 8, borderRadius: '50%', flexShrink: 0 },
    '& .time': { fontSize: font.caption, color: palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
    '&[data-unread="true"] .name': { fontWeight: font.weight.strong },
    '& .menu': { position: 'relative', zIndex: 1, flexShrink: 0 },
  };
});

interface PanelRowProps {
  ticket: TicketView;
  /** Whether the user may open the ticket from here. */
  opens: boolean;
  /** The attendants to whom the user may move it; undefined if it may not be moved. */
  targets: readonly MoveTarget[] | undefined;
  onMove: (ticket: TicketView, target: MoveTarget | null) => void;
  /** Opens the dialog for another queue. */
  onTransfer: (ticket: TicketView) => void;
}

/** A ticket on the panel, in two lines: contact and time, queue and last message. */
export const PanelRow = memo(({ ticket, opens, targets, onMove, onTransfer }: PanelRowProps) => {
  const { t } = useTranslation(['moments', 'tickets', 'common']);
  const { contact, queue, whatsapp, unreadMessages, updatedAt } = ticket;
  const { item, isDragged } = useDragItem(PANEL_DRAG, ticket.id, targets !== undefined);
  const name = truncate(contact.name, SHOWN_CHARACTERS);
  const said = lastMessageText(ticket.lastMessage, (kind) => t(`tickets:preview.${kind}`));
  const waits = ticket.userId === null;
  const channel = CHANNEL_CONNECTIONS[ticket.channel].name;
  const actions =
    targets === undefined
      ? []
      : [
          ...(waits
            ? []
            : [
                {
                  id: 'waiting',
                  label: t('move.waiting'),
                  icon: <HourglassEmptyRounded />,
                  run: () => onMove(ticket, null),
                },
              ]),
          ...targets
            .filter(({ id }) => id !== ticket.userId)
            .map((target) => ({
              id: String(target.id),
              label: t('move.agent', { name: target.name }),
              icon: <PersonOutlineRounded />,
              run: () => onMove(ticket, target),
            })),
          {
            id: 'transfer',
            label: t('move.other'),
            icon: <SwapHorizRounded />,
            run: () => onTransfer(ticket),
          },
        ];
  return (
    <Root ref={item} data-unread={unreadMessages > 0} data-dragged={isDragged}>
      <div className="body">
        <div className="line">
          {opens ? (
            <Link className="cut name" to={paths.ticket(ticket.uuid)} draggable={false}>
              {name}
            </Link>
          ) : (
            <span className="cut name">{name}</span>
          )}
          {unreadMessages > 0 && (
            <CountBadge count={unreadMessages} label={t('tickets:unread', { count: unreadMessages })} />
          )}
          {waits ? (
            <WaitTime since={waitingSince(ticket)} />
          ) : (
            <time className="time" dateTime={updatedAt}>
              {formatWhen(updatedAt)}
            </time>
          )}
        </div>
        <div className="line second">
          <ChannelIcon
            channel={ticket.channel}
            name={whatsapp === null ? channel : `${channel} · ${whatsapp.name}`}
          />
          <span
            className="dot"
            aria-hidden="true"
            style={{ backgroundColor: queue?.color ?? DEFAULT_QUEUE_COLOR }}
          />
          <span className="cut queue">{queue?.name ?? t('common:noQueue')}</span>
          <span className="cut">{truncate(said, SHOWN_CHARACTERS) || t('tickets:noMessage')}</span>
        </div>
      </div>
      <span className="menu">
        <RowActions actions={actions} label={t('move.menu', { name: contact.name })} />
      </span>
    </Root>
  );
});
PanelRow.displayName = 'PanelRow';
