import PersonRounded from '@mui/icons-material/PersonRounded';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type FocusEvent, type MouseEvent, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { ChannelMark } from '../../../components/channel-mark.tsx';
import { CountBadge } from '../../../components/count-badge.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../lib/colors.ts';
import { formatWhen, initials, truncate } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { paths } from '../../../lib/paths.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { draftStore, shownDraft } from '../../messages/drafts.ts';
import { previewText } from '../preview-text.ts';
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
}

/** A ticket in the list: who, when, what was said last, and where it belongs. */
export const TicketRow = memo(({ ticket, selected, hovers }: TicketRowProps) => {
  // One subscription for the whole row: there are dozens of rows in a frame while scrolling.
  const { t } = useTranslation(['tickets', 'common']);
  const user = useUser();
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  const [active, setActive] = useState(false);
  const { contact } = ticket;
  const unread = ticket.unreadMessages > 0;
  // What is being written stands in the composer already.
  const draft = useStore(draftStore, ({ texts }) =>
    selected ? '' : shownDraft(texts, user.id, ticket.uuid),
  );
  const preview = truncate(previewText(draft === '' ? ticket.lastMessage : draft), PREVIEW_MAX);
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
      <div className="avatar">
        <div className="face" aria-hidden>
          <Face name={contact.name} />
          {contact.urlPicture !== '' && (
            <img src={contact.urlPicture} alt="" loading="lazy" referrerPolicy="no-referrer" />
          )}
        </div>
        <span className="channel">
          <ChannelMark channel={ticket.channel} name={t(`common:channel.${ticket.channel}`)} />
        </span>
      </div>
      <div className="body">
        <div className="line">
          <Link
            className="cut name"
            to={paths.ticket(ticket.uuid)}
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
            {preview === '' ? t('noMessage') : preview}
          </span>
          {unread && (
            <CountBadge count={ticket.unreadMessages} label={t('unread', { count: ticket.unreadMessages })} />
          )}
        </div>
        <Chips
          ticket={ticket}
          queue={ticket.queue?.name ?? t('common:noQueue')}
          group={ticket.isGroup ? t('group') : ''}
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

const Face = ({ name }: { name: string }) => {
  const letters = initials(name);
  return letters === '' ? <PersonRounded /> : <span>{letters}</span>;
};

interface ChipsProps {
  ticket: TicketView;
  queue: string;
  /** The word for a group; empty for a person. */
  group: string;
  userShown: boolean;
}

const Chips = ({ ticket, queue, group, userShown }: ChipsProps) => {
  const { tags } = ticket.contact;
  const hidden = tags.slice(TAGS_SHOWN);
  return (
    <div className="chips">
      <Chip label={queue} color={ticket.queue?.color ?? DEFAULT_QUEUE_COLOR} />
      {ticket.whatsapp !== null && <Chip label={ticket.whatsapp.name} />}
      {group !== '' && <Chip label={group} />}
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
const Chip = ({ label, color }: { label: string; color?: string }) => (
  <span className="chip">
    {color !== undefined && (
      <span className="dot" style={{ backgroundColor: color === '' ? DEFAULT_QUEUE_COLOR : color }} />
    )}
    {label}
  </span>
);
