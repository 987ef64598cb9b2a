import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import i18next from 'i18next';
import { confirm } from '../../components/confirm-dialog.tsx';
import { call } from '../../lib/api/api-client.ts';
import { queryClient } from '../../lib/api/query.ts';
import { notifyAction, notifyError, notifySuccess, notifyWarning } from '../../lib/screen/notify.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { askFarewell, askQueue, showConflict, showTaken } from './dialogs-store.ts';
import { followTicket } from './list-store.ts';
import { dropTicket, putTicket } from './put-ticket.ts';
import { viewerOf } from './viewer-of.ts';

type Change = BodyInput<typeof ticketRoutes.update>;

const signedIn = () => {
  const { user } = sessionStore.getState();
  if (user === null) throw new Error('no one is signed in');
  return user;
};

/** Returns the status of an accepted ticket: groups that are not handled as tickets have a separate status. */
const takenStatus = (ticket: TicketView): 'open' | 'group' =>
  ticket.isGroup && ticket.whatsapp?.groupAsTicket !== 'enabled' ? 'group' : 'open';

/**
 * Saves a change and updates the cache immediately. Resolves with null when another user has the ticket, after
 * showing that user.
 */
const change = async (ticket: TicketView, body: Change): Promise<TicketView | null> => {
  try {
    const saved = await call(ticketRoutes.update, { params: { id: ticket.id }, body });
    putTicket(queryClient, saved, viewerOf(signedIn()));
    return saved;
  } catch (error) {
    if (!showConflict(error)) notifyError(error);
    return null;
  }
};

const take = async (ticket: TicketView, also: Change = {}): Promise<TicketView | null> => {
  const user = signedIn();
  const queueId = ticket.queueId ?? (await askQueue(ticket));
  if (queueId === null) return null;
  const saved = await change(ticket, { status: takenStatus(ticket), userId: user.id, queueId, ...also });
  if (saved === null) return null;
  if (saved.id !== ticket.id || (saved.userId !== null && saved.userId !== user.id)) {
    showTaken(saved);
    return null;
  }
  followTicket(saved);
  return saved;
};

/**
 * Accepts a waiting ticket; asks for a queue when it has none. The server sends a greeting if the company's setting
 * says so.
 */
export const acceptTicket = (ticket: TicketView): Promise<TicketView | null> => take(ticket);

/** Reopens a closed ticket. */
export const reopenTicket = (ticket: TicketView): Promise<TicketView | null> => take(ticket);

/** Returns a ticket to the waiting tickets; offers an undo for a few seconds. */
export const giveBackTicket = async (ticket: TicketView): Promise<TicketView | null> => {
  const saved = await change(ticket, { status: 'pending', userId: null });
  if (saved !== null) {
    notifyAction(i18next.t('tickets:returned'), {
      label: i18next.t('common:undo'),
      run: () => void take(saved, { sendGreetingMessage: false }),
    });
  }
  return saved;
};

/** Hands the conversation over to the ticket's integration, or takes it back. */
export const toggleIntegration = (ticket: TicketView): Promise<TicketView | null> =>
  change(ticket, { useIntegration: !ticket.useIntegration });

const lacksTag = async (ticket: TicketView): Promise<boolean> => {
  if (signedIn().company.companieSettings.requiredTag !== 'enabled') return false;
  const { tags } = await call(contactRoutes.hasTags, { params: { id: ticket.contactId } });
  return !tags;
};

/**
 * Closes a ticket, with or without a farewell as the user chooses. The contact first needs a tag where tags are
 * required. If no message was sent to the customer, offers an undo for a few seconds.
 * @param onUndone called after an undo
 */
export const resolveTicket = async (
  ticket: TicketView,
  onUndone: (ticket: TicketView) => void,
): Promise<TicketView | null> => {
  try {
    if (await lacksTag(ticket)) {
      notifyWarning(i18next.t('tickets:tagRequired'));
      return null;
    }
  } catch (error) {
    notifyError(error);
    return null;
  }
  const farewell = await askFarewell(ticket);
  if (farewell === null) return null;
  const { id } = signedIn();
  const body: Change = farewell
    ? { status: 'closed', userId: id }
    : { status: 'closed', userId: id, sendFarewellMessage: false, amountUsedBotQueues: 0 };
  const saved = await change(ticket, body);
  if (saved?.status === 'closed' && !farewell) {
    notifyAction(i18next.t('tickets:resolved', { name: ticket.contact.name }), {
      label: i18next.t('common:undo'),
      run: () => void take(saved).then((reopened) => reopened !== null && onUndone(reopened)),
    });
  }
  return saved;
};

/** Closes a waiting ticket without a message to the customer. */
export const ignoreTicket = async (ticket: TicketView): Promise<TicketView | null> => {
  const yes = await confirm({
    title: i18next.t('tickets:ignore.title'),
    body: i18next.t('tickets:ignore.body', { name: ticket.contact.name }),
    confirmLabel: i18next.t('tickets:ignore.confirm'),
  });
  if (!yes) return null;
  return change(ticket, {
    status: 'closed',
    userId: signedIn().id,
    sendFarewellMessage: false,
    amountUsedBotQueues: 0,
  });
};

/** Deletes a ticket with its messages after a confirmation. Resolves with whether it was deleted. */
export const removeTicketForever = async (ticket: TicketView): Promise<boolean> => {
  const yes = await confirm({
    title: i18next.t('tickets:remove.title', { id: ticket.id }),
    body: i18next.t('tickets:remove.body', { name: ticket.contact.name }),
    confirmLabel: i18next.t('tickets:remove.confirm'),
    danger: true,
  });
  if (!yes) return false;
  try {
    await call(ticketRoutes.remove, { params: { id: ticket.id } });
  } catch (error) {
    notifyError(error);
    return false;
  }
  dropTicket(queryClient, ticket.id);
  notifySuccess(i18next.t('tickets:remove.done'));
  return true;
};
