import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { type MouseEvent, memo } from 'react';
import { Link } from 'react-router';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { CountBadge } from '../../../components/count-badge.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../lib/screen/colors.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useDragItem } from '../../../lib/screen/use-drag-item.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useLongPress } from '../../../lib/screen/use-long-press.ts';
import { useNow } from '../../../lib/screen/use-now.ts';
import { formatWhen, truncate } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { secondsSince, splitWait } from '../../moments/wait.ts';
import { RowTags } from '../../tickets/components/row-tags.tsx';
import { lastMessageText } from '../../tickets/preview-text.ts';
import { CardRoot } from './card-root.ts';

/** Kind of the board's drags, so that nothing else can be dropped on it. */
export const BOARD_DRAG = 'board-ticket';

const NAME_MAX = 60;

/** How long a ticket has been in its column. */
const TimeInLane = ({ since }: { since: string }) => {
  const { t } = useTranslation('kanban');
  const shown = useNow((nowMs) => {
    const seconds = secondsSince(since, nowMs);
    const { unit, ...numbers } = splitWait(seconds);
    return unit === 'seconds' ? t('inLane.now') : t(`inLane.${unit}`, numbers);
  });
  return (
    <time className="since" dateTime={since} data-hint={t('inLane.hint')}>
      <ScheduleRounded titleAccess={t('inLane.hint')} />
      <span className="cut">{shown}</span>
    </time>
  );
};

/** The position at which the menu of a card opens, below the card's button or at the pointer. */
export interface MenuPosition {
  top: number;
  left: number;
}

interface CardProps {
  ticket: TicketView;
  onMenu: (ticket: TicketView, at: MenuPosition) => void;
}

/**
 * A ticket on the board. A finger drags it after a long press. On phones, which show one column, a long press opens its
 * menu instead.
 */
export const Card = memo(({ ticket, onMenu }: CardProps) => {
  const { t } = useTranslation(['kanban', 'tickets', 'common']);
  const isPhone = useIsPhone();
  const { contact, queue, user, whatsapp, unreadMessages, updatedAt, laneAt } = ticket;
  const { item, isDragged } = useDragItem(BOARD_DRAG, ticket.id, !isPhone);
  const name = truncate(contact.name, NAME_MAX);
  const channel = CHANNEL_CONNECTIONS[ticket.channel].name;
  const openBelow = (element: HTMLElement) => {
    const { left, bottom } = element.getBoundingClientRect();
    onMenu(ticket, { left, top: bottom });
  };
  const longPress = useLongPress(openBelow);
  const openAtPointer = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    // The keyboard's menu key has no position.
    if (event.clientX === 0 && event.clientY === 0) openBelow(event.currentTarget);
    else onMenu(ticket, { left: event.clientX, top: event.clientY });
  };
  return (
    <CardRoot
      ref={item}
      data-unread={unreadMessages > 0}
      data-dragged={isDragged}
      {...(isPhone ? longPress : {})}
      onContextMenu={openAtPointer}
    >
      <div className="line">
        <ChannelIcon
          className="channel"
          channel={ticket.channel}
          name={whatsapp === null ? channel : `${channel} · ${whatsapp.name}`}
        />
        <h3 className="cut name">{name}</h3>
        <time className="time" dateTime={updatedAt}>
          {formatWhen(updatedAt)}
        </time>
      </div>
      <div className="line">
        <span className="cut preview">
          {lastMessageText(ticket.lastMessage, (kind) => t(`tickets:preview.${kind}`)) ||
            t('tickets:noMessage')}
        </span>
        {unreadMessages > 0 && (
          <CountBadge count={unreadMessages} label={t('tickets:unread', { count: unreadMessages })} />
        )}
      </div>
      <div className="facts">
        <span className="fact">
          <span
            className="dot"
            aria-hidden="true"
            style={{ backgroundColor: queue?.color ?? DEFAULT_QUEUE_COLOR }}
          />
          {queue?.name ?? t('common:noQueue')}
        </span>
        <span className="fact">{user?.name ?? t('waiting')}</span>
        {contact.tags.length > 0 && <RowTags tags={contact.tags} />}
      </div>
      <div className="foot">
        {laneAt === undefined || laneAt === null ? <span className="since" /> : <TimeInLane since={laneAt} />}
        <Link
          className="open"
          to={paths.ticket(ticket.uuid)}
          draggable={false}
          aria-label={t('openName', { name: contact.name })}
          aria-keyshortcuts="M"
        >
          {t('open')}
        </Link>
        <span className="menu">
          <IconAction
            size="small"
            label={t('moveName', { name: contact.name })}
            icon={<MoreVertRounded />}
            aria-haspopup="menu"
            onClick={(event) => openBelow(event.currentTarget)}
          />
        </span>
      </div>
    </CardRoot>
  );
});
Card.displayName = 'Card';
