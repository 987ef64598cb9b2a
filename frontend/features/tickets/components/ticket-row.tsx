import PersonRounded from '@mui/icons-material/PersonRounded';
import type { FoundMessage, TicketView } from '@prosa/shared/contracts/tickets.ts';
import { ratingEmoji } from '@prosa/shared/rules/rating.ts';
import { type FocusEvent, type MouseEvent, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { ChannelMark } from '../../../components/channel-mark.tsx';
import { CountBadge } from '../../../components/count-badge.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../lib/screen/colors.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { formatWhen, initials, truncate } from '../../../lib/texts/format.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { draftStore, shownDraft } from '../drafts.ts';
import { markWords } from '../mark-words.ts';
import { lastMessageText, previewText } from '../preview-text.ts';
import { transferText } from '../transfer-text.ts';
import { isHandedTo } from '../viewer-of.ts';
import { TicketRowActions } from './ticket-row-actions.tsx';
import { TicketRowRoot } from './ticket-row-root.ts';

const TicketRowMenu = lazyPart(async () => ({
  default: (await import('./ticket-row-menu.tsx')).TicketRowMenu,
}));

const NAME_MAX = 60;
const PREVIEW_MAX = 40;
const TAGS_SHOWN = 2;

export interface MenuPosition {
  top: number;
  left: number;
}

interface TicketRowProps {
  ticket: TicketView;
  selected: boolean;
  /** Whether there is a pointer that can point without pressing. */
  hovers: boolean;
  /** The message that a search has found, which the row then shows and leads to. */
  found: FoundMessage | undefined;
  search: string;
}

/** A ticket in the list: who, when, what was said last, and where it belongs. */
export const TicketRow = memo(({ ticket, selected, hovers, found, search }: TicketRowProps) => {
  // One subscription for the whole row: there are dozens of rows in a frame while scrolling.
  const { t } = useTranslation(['tickets', 'common']);
  const user = useUser();
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  const [active, setActive] = useState(false);
  const { contact } = ticket;
  const handed = isHandedTo(user, ticket);
  const unread = ticket.unreadMessages > 0 || handed;
  // What is being written stands in the composer already.
  const draft = useStore(draftStore, ({ texts }) =>
    selected || found !== undefined ? '' : shownDraft(texts, user.id, ticket.uuid),
  );
  const said =
    draft === '' ? lastMessageText(ticket.lastMessage, (kind) => t(`preview.${kind}`)) : previewText(draft);
  const preview = truncate(said, PREVIEW_MAX);
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
      data-active={active && ticket.status !== 'pending'}
      onContextMenu={openMenu}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setActive(true)}
      onPointerLeave={() => setActive(false)}
      onFocus={() => setActive(true)}
      onBlur={leave}
    >
      <TicketAvatar ticket={ticket} channelName={t(`common:channel.${ticket.channel}`)} />
      <div className="body">
        <div className="line">
          <Link
            className="cut name"
            to={paths.ticket(ticket.uuid, found?.messageId)}
            {...(selected ? { 'aria-current': 'page' as const } : {})}
          >
            {truncate(contact.name, NAME_MAX)}
          </Link>
          <time className="time" dateTime={ticket.updatedAt}>
            {formatWhen(ticket.updatedAt)}
          </time>
        </div>
        <div className="line">
          <span className="cut preview">
            {draft !== '' && <span className="draft">{t('draft')}</span>}
            {found !== undefined ? <Found text={found.text} search={search} /> : preview || t('noMessage')}
          </span>
          {ticket.unreadMessages > 0 && (
            <CountBadge count={ticket.unreadMessages} label={t('unread', { count: ticket.unreadMessages })} />
          )}
        </div>
        <Chips
          ticket={ticket}
          transfer={handed ? transferText(ticket) : ''}
          queue={ticket.queue?.name ?? t('common:noQueue')}
          group={ticket.isGroup ? t('group') : ''}
          rated={ticket.userRating === null ? '' : t('rated', { rating: ticket.userRating })}
          userShown={user.profile === 'admin'}
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
});
TicketRow.displayName = 'TicketRow';

const Found = ({ text, search }: { text: string; search: string }) =>
  markWords(text, search).map((part) => (part.marked ? <mark key={part.at}>{part.text}</mark> : part.text));

const Face = ({ name }: { name: string }) => {
  const letters = initials(name);
  return letters === '' ? <PersonRounded /> : <span>{letters}</span>;
};

/** The contact's picture or initials, with the channel's mark on the corner. */
export const TicketAvatar = ({
  ticket: { contact, channel },
  channelName,
}: {
  ticket: TicketView;
  channelName: string;
}) => (
  <div className="avatar">
    <div className="face" aria-hidden>
      <Face name={contact.name} />
      {contact.urlPicture !== '' && (
        <img src={contact.urlPicture} alt="" loading="lazy" referrerPolicy="no-referrer" />
      )}
    </div>
    <span className="channel">
      <ChannelMark channel={channel} name={channelName} />
    </span>
  </div>
);

interface ChipsProps {
  ticket: TicketView;
  /** Who handed it over; empty where nobody did. */
  transfer: string;
  queue: string;
  /** The word for a group; empty for a person. */
  group: string;
  /** What its face says; empty where the customer gave no rating. */
  rated: string;
  userShown: boolean;
}

const Chips = ({ ticket, transfer, queue, group, rated, userShown }: ChipsProps) => {
  const { tags } = ticket.contact;
  const hidden = tags.slice(TAGS_SHOWN);
  return (
    <div className="chips">
      {transfer !== '' && <span className="chip news">{transfer}</span>}
      <Chip label={queue} color={ticket.queue?.color ?? DEFAULT_QUEUE_COLOR} />
      {ticket.whatsapp !== null && <Chip label={ticket.whatsapp.name} />}
      {group !== '' && <Chip label={group} />}
      {ticket.userRating !== null && (
        <span className="chip" role="img" aria-label={rated} title={rated}>
          {ratingEmoji(ticket.userRating)}
        </span>
      )}
      {userShown && ticket.user !== null && <Chip label={ticket.user.name} color={ticket.user.color} />}
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Chip key={tag.id} label={tag.name} color={tag.color} />
      ))}
      {hidden.length > 0 && (
        <span className="chip" title={hidden.map(({ name }) => name).join(', ')}>
          +{hidden.length}
        </span>
      )}
    </div>
  );
};

/** The colour is a dot, never the text: any choice stays readable. */
export const Chip = ({ label, color }: { label: string; color?: string }) => (
  <span className="chip">
    {color !== undefined && (
      <span className="dot" style={{ backgroundColor: color === '' ? DEFAULT_QUEUE_COLOR : color }} />
    )}
    {label}
  </span>
);
