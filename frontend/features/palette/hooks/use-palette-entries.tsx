import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { LIVE, routeQuery } from '../../../lib/api/query.ts';
import { type Command, commandStore } from '../../../lib/screen/commands.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { openNewTicketDialog } from '../../contacts/new-ticket-store.ts';
import { ticketListOptions } from '../../tickets/ticket-list-query.ts';

/** Something the palette offers: a command of the screen, a ticket or a person. */
export interface PaletteEntry extends Command {
  /** What tells it from others of the same name. */
  detail?: string;
}

/** Fewer characters find half the address book. */
export const SEARCH_MIN = 3;
/** Of each kind; whoever looks for more has screens for it. */
const FOUND_MAX = 6;
/** Of a ticket, as people write it: with or without `#`. */
const TICKET_NUMBER = /^#?([1-9]\d{0,14})$/;

const matches = (command: Command, text: string): boolean => {
  const haystack = normalizeForSearch(`${command.label} ${command.group} ${command.keywords ?? ''}`);
  return normalizeForSearch(text)
    .split(' ')
    .every((word) => haystack.includes(word));
};

/** Only what is asked in words is searched for; a refusal says nothing that the empty list does not. */
const QUIET = { silent: true };

const useFoundTickets = (text: string): { tickets: TicketView[]; busy: boolean } => {
  const user = useUser();
  const number = TICKET_NUMBER.exec(text)?.[1];
  const numbered = useQuery({
    ...routeQuery(ticketRoutes.get, { params: { id: Number(number ?? 0) } }),
    staleTime: LIVE,
    enabled: number !== undefined,
    meta: QUIET,
  });
  const named = useInfiniteQuery({
    ...ticketListOptions({
      status: 'search',
      searchParam: text,
      showAll: user.profile === 'admin' || user.super,
    }),
    enabled: text.length >= SEARCH_MIN && !text.startsWith('#'),
    meta: QUIET,
  });
  const one = numbered.data === undefined ? [] : [numbered.data];
  const others = named.data?.pages.flatMap((page) => page.tickets) ?? [];
  return {
    tickets: [...one, ...others.filter(({ id }) => id !== numbered.data?.id)].slice(0, FOUND_MAX),
    busy: numbered.isFetching || named.isFetching,
  };
};

/**
 * What the palette offers for a text: the commands of the screen by their words at once, then tickets by number or contact
 * and people by name or number, as the server finds them.
 */
export const usePaletteEntries = (typed: string): { entries: PaletteEntry[]; busy: boolean } => {
  const { t } = useTranslation(['palette', 'tickets']);
  const navigate = useNavigate();
  const groups = useStore(commandStore, (state) => state.groups);
  const wanted = typed.trim().toLowerCase();
  const text = useDebounced(wanted, 250);
  const { tickets, busy } = useFoundTickets(text);
  const searching = text.length >= SEARCH_MIN && !text.startsWith('#');
  const people = useQuery({
    ...routeQuery(contactRoutes.list, { query: { searchParam: text } }),
    enabled: searching,
    meta: QUIET,
  });
  const contacts = searching ? (people.data?.contacts ?? []) : [];
  return {
    busy: busy || people.isFetching || text !== wanted,
    entries: [
      ...[...groups.values()].flat().filter((command) => matches(command, typed)),
      ...tickets.map(({ id, uuid, status, contact, queue }) => ({
        id: `ticket-${id}`,
        label: contact.name,
        detail: [t('number', { id }), t(`tickets:status.${status}`), queue?.name ?? '']
          .filter(Boolean)
          .join(' · '),
        group: t('tickets'),
        icon: <UserAvatar name={contact.name} src={contact.urlPicture} size="small" />,
        run: () => void navigate(paths.ticket(uuid)),
      })),
      ...contacts.slice(0, FOUND_MAX).map((contact) => ({
        id: `contact-${contact.id}`,
        label: contact.name,
        detail: contact.isGroup ? t('group') : formatPhone(contact.number),
        group: t('contacts'),
        icon: <UserAvatar name={contact.name} src={contact.urlPicture} size="small" />,
        run: () => openNewTicketDialog({ contact }),
      })),
    ],
  };
};
