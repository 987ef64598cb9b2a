import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CountBadge } from '../../../components/count-badge.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../lib/screen/colors.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { formatWhen, truncate } from '../../../lib/texts/format.ts';
import { Chip, TicketAvatar } from '../../tickets/components/ticket-row.tsx';
import { TicketRowRoot } from '../../tickets/components/ticket-row-root.ts';
import { lastMessageText } from '../../tickets/preview-text.ts';

/** Of the contact's name and of what was said last. */
const SHOWN_CHARACTERS = 30;

interface MomentRowProps {
  ticket: TicketView;
  /** Whether this person opens it from here. */
  opens: boolean;
}

/** A ticket on the panel: who, when, what was said last, and where it belongs. */
export const MomentRow = memo(({ ticket, opens }: MomentRowProps) => {
  const { t } = useTranslation(['tickets', 'common']);
  const { contact, queue, whatsapp, unreadMessages, updatedAt } = ticket;
  const name = truncate(contact.name, SHOWN_CHARACTERS);
  const said = lastMessageText(ticket.lastMessage, (kind) => t(`preview.${kind}`));
  return (
    <TicketRowRoot data-unread={unreadMessages > 0}>
      <TicketAvatar ticket={ticket} channelName={t(`common:channel.${ticket.channel}`)} />
      <div className="body">
        <div className="line">
          {opens ? (
            <Link className="cut name" to={paths.ticket(ticket.uuid)}>
              {name}
            </Link>
          ) : (
            <span className="cut">{name}</span>
          )}
          <time className="time" dateTime={updatedAt}>
            {formatWhen(updatedAt)}
          </time>
        </div>
        <div className="line">
          <span className="cut preview">{truncate(said, SHOWN_CHARACTERS) || t('noMessage')}</span>
          {unreadMessages > 0 && (
            <CountBadge count={unreadMessages} label={t('unread', { count: unreadMessages })} />
          )}
        </div>
        <div className="chips">
          <Chip label={queue?.name ?? t('common:noQueue')} color={queue?.color ?? DEFAULT_QUEUE_COLOR} />
          {whatsapp !== null && <Chip label={whatsapp.name} />}
        </div>
      </div>
    </TicketRowRoot>
  );
});
MomentRow.displayName = 'MomentRow';
