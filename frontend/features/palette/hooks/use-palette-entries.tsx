import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { LIVE, routeQuery } from '../../../lib/api/query.ts';
import { type Command, commandStore } from '../../../lib/screen/commands.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { openNewTicketDialog } from '../../contacts/new-ticket-store.ts';
import { ticketListOptions } from '../../tickets/ticket-list-query.ts';
import { matchingCommands } from '../matching-commands.ts';

/** An entry of the palette: a command of the screen, a ticket or a contact. */
export interface PaletteEntry extends Command {
  /** Distinguishes it from others of the same name. */
  detail?: string;
}

/** Minimum search length; shorter terms match too many contacts. */
export const SEARCH_MIN = 3;
/** Maximum of results per kind; the screens' own search finds more. */
const FOUND_MAX = 6;
/** Matches a ticket number, with or without `#`. */
const TICKET_NUMBER = /^#?([1-9]\d{0,14})$/;

/** Errors are not announced, because the empty list says enough. */
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
      showAll: isAdmin(user),
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
 * Returns the palette's entries for a text: matching commands at once, then tickets by number or
 * contact and contacts by name or number, from the server.
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
      ...matchingCommands([...groups.values()].flat(), typed),
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
