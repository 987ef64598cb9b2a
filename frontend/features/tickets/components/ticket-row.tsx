import PersonRounded from '@mui/icons-material/PersonRounded';
import type { FoundMessage, TicketView } from '@prosa/shared/contracts/tickets.ts';
import { ratingEmoji } from '@prosa/shared/rules/rating.ts';
import type { ReplyWindowPolicy } from '@prosa/shared/rules/reply-window.ts';
import { type FocusEvent, type MouseEvent, memo, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { CountBadge } from '../../../components/count-badge.tsx';
import { FreshImage } from '../../../components/media/fresh-image.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../lib/screen/colors.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useLongPress } from '../../../lib/screen/use-long-press.ts';
import { formatWhen, initials, truncate } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { draftStore, shownDraft } from '../drafts.ts';
import { lastMessageText, previewText } from '../preview-text.ts';
import { replyFactsOf } from '../reply-time.ts';
import { transferText } from '../transfer-text.ts';
import { isHandedTo } from '../viewer-of.ts';
import { ReplyMark } from './reply-mark.tsx';
import { RowTags } from './row-tags.tsx';
import { FoundLine, MarkedWords } from './search-parts.ts';
import { TicketRowActions } from './ticket-row-actions.tsx';
import { Chip } from './ticket-row-chip.tsx';
import { TicketRowRoot } from './ticket-row-root.ts';

const TicketRowMenu = lazyPart(async () => ({
  default: (await import('./ticket-row-menu.tsx')).TicketRowMenu,
}));

const NAME_MAX = 60;

export interface MenuPosition {
  top: number;
  left: number;
}

interface TicketRowProps {
  ticket: TicketView;
  selected: boolean;
  /** Whether the device has a pointer that can hover. */
  hovers: boolean;
  /** The ticket's messages that a search found, newest first; the row shows the first and links to it. */
  found: readonly FoundMessage[] | undefined;
  /** The search text; empty outside a search. */
  search: string;
  /** Whether the row names the connection, because the company has several. */
  namesConnection: boolean;
  /** When the connection's contacts may be answered; null if always. */
  policy: ReplyWindowPolicy | null;
}

/** A ticket in the list: contact, time, last message, queue and tags. */
export const TicketRow = memo(
  ({ ticket, selected, hovers, found, search, namesConnection, policy }: TicketRowProps) => {
    // A single subscription for the whole row, because dozens of rows render per frame while scrolling.
    const { t } = useTranslation(['tickets', 'common']);
    const user = useUser();
    const [menu, setMenu] = useState<MenuPosition | null>(null);
    const [active, setActive] = useState(false);
    const { contact } = ticket;
    const handed = isHandedTo(user, ticket);
    const unread = ticket.unreadMessages > 0 || handed;
    // The selected ticket's draft is already visible in the composer.
    const draft = useStore(draftStore, ({ texts }) =>
      selected || search !== '' ? '' : shownDraft(texts, user.id, ticket.uuid),
    );
    const said =
      draft === '' ? lastMessageText(ticket.lastMessage, (kind) => t(`preview.${kind}`)) : previewText(draft);
    const name = truncate(contact.name, NAME_MAX);
    const last = (
      <span className="cut preview">
        {draft !== '' && <span className="draft">{t('draft')}</span>}
        {said || t('noMessage')}
      </span>
    );
    const longPress = useLongPress((row) => {
      const { left, bottom } = row.getBoundingClientRect();
      setMenu({ left, top: bottom });
    });
    const openMenu = (event: MouseEvent) => {
      event.preventDefault();
      setMenu({ top: event.clientY, left: event.clientX });
    };
    const leave = (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setActive(false);
    };
    return (
      <TicketRowRoot
        data-selected={selected}
        data-unread={unread}
        data-active={hovers && active && ticket.status !== 'pending' && ticket.status !== 'lgpd'}
        {...longPress}
        onContextMenu={openMenu}
        onPointerEnter={(event) => event.pointerType === 'mouse' && setActive(true)}
        onPointerLeave={() => setActive(false)}
        onFocus={() => setActive(true)}
        onBlur={leave}
      >
        <TicketAvatar ticket={ticket} />
        <div className="body">
          <div className="line">
            <Link
              className="cut name"
              to={paths.ticket(ticket.uuid, found?.[0]?.messageId)}
              {...(selected ? { 'aria-current': 'page' as const } : {})}
            >
              {search === '' ? (
                name
              ) : (
                <Suspense fallback={name}>
                  <MarkedWords text={name} search={search} />
                </Suspense>
              )}
            </Link>
            <time className="time" dateTime={ticket.updatedAt}>
              {formatWhen(ticket.updatedAt)}
            </time>
          </div>
          <div className="line">
            {search === '' ? (
              last
            ) : (
              <Suspense fallback={last}>
                <FoundLine ticket={ticket} found={found} search={search}>
                  {last}
                </FoundLine>
              </Suspense>
            )}
            {ticket.unreadMessages > 0 && (
              <CountBadge
                count={ticket.unreadMessages}
                label={t('unread', { count: ticket.unreadMessages })}
              />
            )}
          </div>
          <Chips
            ticket={ticket}
            policy={policy}
            transfer={handed ? transferText(ticket) : ''}
            queue={ticket.queue?.name ?? t('common:noQueue')}
            group={ticket.isGroup ? t('group') : ''}
            rated={ticket.userRating === null ? '' : t('rated', { rating: ticket.userRating })}
            connection={namesConnection ? (ticket.whatsapp?.name ?? '') : ''}
            attendant={user.profile === 'admin' && ticket.user?.id !== user.id ? ticket.user : null}
          />
        </div>
        <TicketRowActions ticket={ticket} active={active} hovers={hovers} onMore={setMenu} />
        {menu !== null && (
          <Suspense fallback={null}>
            <TicketRowMenu ticket={ticket} position={menu} onClose={() => setMenu(null)} />
          </Suspense>
        )}
      </TicketRowRoot>
    );
  },
);
TicketRow.displayName = 'TicketRow';

const Face = ({ name }: { name: string }) => {
  const letters = initials(name);
  return letters === '' ? <PersonRounded /> : <span>{letters}</span>;
};

/** The contact's picture or initials, with the channel's icon on the corner. */
const TicketAvatar = ({ ticket: { contact, channel } }: { ticket: TicketView }) => (
  <div className="avatar">
    <div className="face" aria-hidden>
      <Face name={contact.name} />
      {contact.urlPicture !== '' && <FreshImage src={contact.urlPicture} alt="" />}
    </div>
    <span className="channel">
      <ChannelIcon channel={channel} />
    </span>
  </div>
);

interface ChipsProps extends Pick<TicketRowProps, 'ticket' | 'policy'> {
  /** Name of the user who transferred the ticket; empty without a transfer. */
  transfer: string;
  queue: string;
  /** The label of a group; empty for a person. */
  group: string;
  /** Text of the rating's icon; empty when the customer gave no rating. */
  rated: string;
  /** Name of the connection; empty when there is only one. */
  connection: string;
  /** The attendant, if the viewer may see and is not the attendant. */
  attendant: TicketView['user'];
}

const Chips = ({ ticket, policy, transfer, queue, group, rated, connection, attendant }: ChipsProps) => {
  const { tags } = ticket.contact;
  const facts = ticket.status === 'closed' ? undefined : replyFactsOf(ticket);
  return (
    <div className="chips">
      {policy !== null && facts !== undefined && <ReplyMark policy={policy} facts={facts} />}
      {transfer !== '' && <span className="chip news">{transfer}</span>}
      <Chip label={queue} color={ticket.queue?.color ?? DEFAULT_QUEUE_COLOR} />
      {connection !== '' && <Chip label={connection} />}
      {group !== '' && <Chip label={group} />}
      {ticket.userRating !== null && (
        <span className="chip" role="img" aria-label={rated} title={rated}>
          {ratingEmoji(ticket.userRating)}
        </span>
      )}
      {attendant !== null && <Chip label={attendant.name} color={attendant.color} />}
      {tags.length > 0 && <RowTags tags={tags} />}
    </div>
  );
};
