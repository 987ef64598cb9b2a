import type { contactMergeRoutes } from '@prosa/shared/contracts/contact-merges.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { MERGED_TICKETS_COUNTED } from '@prosa/shared/rules/list-sizes.ts';
import { channelOf } from '../../channels/channels.ts';
import { act } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { viewContact } from '../../conversations/change-contact.ts';
import { completeContactMerge, countTicketsOfContact } from '../../conversations/merge-contacts.ts';
import { requireSteerable } from '../../conversations/require-steerable.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { canonicalIdentities } from '../../domain/contacts/canonical-identity.ts';
import { fieldsChanged, mergedContact, refusalToMerge } from '../../domain/contacts/merge-contacts.ts';
import { contactMergeTurn } from '../../domain/turns/merge-contacts-turns.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type ContactRow,
  type LoadedContact,
  loadContact,
  loadContactWithConversations,
  loadShownTickets,
} from '../../repositories/contacts/contacts.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/** Time that a request spends on moving the contact's tickets; a timer completes the rest. */
const COMPLETING_LIMIT_MS = 10_000;

const requireLoaded = (loaded: LoadedContact | undefined): LoadedContact => {
  if (loaded === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  return loaded;
};

const refusalFor = (kept: ContactRow, other: ContactRow) =>
  refusalToMerge(kept, other, { kept: channelOf(kept).reachedBy, other: channelOf(other).reachedBy });

const activeOf = async (table: Table, { conversations }: LoadedContact): Promise<TicketRow[]> =>
  (await loadShownTickets(table, conversations)).filter(({ status }) => isActiveStatus(status));

const whatsappOf = ({ directory }: UserPrincipal, { connectionId }: TicketRow) => {
  const connection = connectionId === null ? undefined : directory.connections.get(connectionId);
  return connection === undefined ? null : { id: connection.id, name: connection.name };
};

/** Previews a merge. Two queries in parallel, then the tickets of both contacts and how many would move: five calls. */
export const previewMerge = async ({
  principal,
  params,
  query,
}: HandlerContext<typeof contactMergeRoutes.previewMerge>) => {
  const table = openTable(principal.companyId);
  const [kept, other] = (
    await Promise.all([params.id, query.contactId].map((id) => loadContactWithConversations(table, id)))
  ).map(requireLoaded);
  if (kept === undefined || other === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  const refusal = refusalFor(kept.contact, other.contact) ?? null;
  const merged = refusal === null ? mergedContact(kept.contact, other.contact) : kept.contact;
  const [keptActive, closing, tickets] = await Promise.all([
    activeOf(table, kept),
    activeOf(table, other),
    countTicketsOfContact(table, other.contact.id, MERGED_TICKETS_COUNTED),
  ]);
  requireSteerable(principal, [...keptActive, ...closing]);
  return {
    refusal,
    kept: await viewContact(kept.contact, principal),
    other: await viewContact(other.contact, principal),
    merged: await viewContact(merged, principal),
    changes: fieldsChanged(kept.contact, merged),
    identities: canonicalIdentities(other.contact.identities).length,
    tickets,
    closing: closing.map((ticket) => ({
      id: ticket.id,
      uuid: ticket.uuid,
      status: ticket.status,
      whatsapp: whatsappOf(principal, ticket),
      continuesOn: keptActive.find(({ connectionId }) => connectionId === ticket.connectionId)?.id ?? null,
    })),
  };
};

/**
 * Merges one contact and its identities into another in one transaction, then moves its tickets one by one. A timer,
 * or a repeated call, completes what a call leaves undone.
 * @throws AppError ERR_NO_CONTACT_FOUND, also if the contact was merged into a third one; ERR_VALIDATION if the two
 * cannot be merged; ERR_CONTACT_ATTENDED
 */
export const mergeContacts = async ({
  principal,
  params,
  body,
  request,
  ids,
  clock,
}: HandlerContext<typeof contactMergeRoutes.merge>) => {
  const table = openTable(principal.companyId);
  const { userId } = principal;
  const open = async () => {
    const [kept, other, known] = await Promise.all([
      loadContactWithConversations(table, params.id),
      loadContactWithConversations(table, body.contactId),
      loadContact(table, body.contactId),
    ]);
    if (kept === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
    const scene = emptyScene(asAttendant(principal));
    const isMerged = known?.id === params.id && params.id !== body.contactId;
    if (isMerged) return { ...scene, merge: undefined };
    if (other === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
    const refusal = refusalFor(kept.contact, other.contact);
    if (refusal !== undefined) {
      throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.contactId', message: refusal }] });
    }
    const active = await Promise.all([kept, other].map((loaded) => activeOf(table, loaded)));
    requireSteerable(principal, active.flat());
    return { ...scene, merge: { kept: kept.contact, other: other.contact, others: other.merged, userId } };
  };
  await act(
    { ids, clock },
    open,
    ({ merge }, _world, moment) => merge && contactMergeTurn(merge, moment),
    (_turn, { merge }, moment) =>
      merge === undefined
        ? []
        : [
            auditItem(table, { ...moment, principal, request }, 'contacts.merge', {
              id: merge.other.id,
              before: merge.other,
            }),
          ],
  );
  const task = { contactId: body.contactId, userId };
  await completeContactMerge(table, task, { ids, clock, untilMs: clock.now() + COMPLETING_LIMIT_MS });
  const kept = await loadContact(table, params.id);
  if (kept === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  return viewContact(kept, principal);
};
