import type { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { Contact as ContactFields } from '@prosa/shared/entities/contact.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { channelOf, NUMBERS_CHANNEL } from '../../channels/channels.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { addContact, changeContact, viewContact } from '../../conversations/change-contact.ts';
import { presentationFor } from '../../conversations/ticket-access.ts';
import { haveCommon } from '../../domain/contacts/canonical-identity.ts';
import { presentContact } from '../../domain/presenters/present-contact.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import type { ContactRow } from '../../repositories/contacts/contacts.ts';
import { type AuditSource, auditItem } from '../../repositories/rows/audit.ts';

type ExtraInput = { id?: string | undefined; name: string; value: string }[];

const withIds = (entries: ExtraInput, ids: Ids, nowMs: number): ContactFields['extraInfo'] =>
  entries.map((entry) => ({ id: entry.id ?? ids.sortable(nowMs), name: entry.name, value: entry.value }));

/** Returns the channel of a new contact: that of its connection, if the channel reaches phone numbers. */
const chooseChannel = (
  { directory }: UserPrincipal,
  connectionId: number | null | undefined,
): ContactFields['channel'] => {
  if (connectionId == null) return NUMBERS_CHANNEL;
  const connection = directory.connections.get(connectionId);
  if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
  if (channelOf(connection).reachedBy !== 'phone') {
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'body.whatsappId', message: 'a number is not reached over this connection' }],
    });
  }
  return connection.channel;
};

/** Creates a contact. Writes the number's counter and one transaction. */
export const createContact = async ({
  principal,
  body,
  ids,
  clock,
}: HandlerContext<typeof contactRoutes.create>) => {
  const nowMs = clock.now();
  const channel = chooseChannel(principal, body.whatsappId);
  const contact = await addContact(asAttendant(principal), { ids, nowMs }, (id) => ({
    companyId: principal.companyId,
    id,
    name: body.name,
    channel,
    identities: [{ kind: 'phone', value: body.number }],
    number: body.number,
    email: body.email,
    acceptAudioMessage: body.acceptAudioMessage ?? principal.directory.settings.acceptAudioMessageContact,
    disableBot: body.disableBot ?? false,
    connectionId: body.whatsappId ?? null,
    extraInfo: withIds(body.extraInfo ?? [], ids, nowMs),
  }));
  return viewContact(contact, principal);
};

/**
 * Returns the change that gives a contact another number. Its other identities stay, including those of merged
 * contacts.
 */
const renumbered = (contact: ContactFields, number: string | undefined): Partial<ContactFields> => {
  if (number === undefined || number === contact.number) return {};
  if (contact.isGroup) {
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'body.number', message: "a group's id is fixed" }],
    });
  }
  const phones: Identity[] = [contact.number, number].map((value) => ({ kind: 'phone', value }));
  const others = contact.identities.filter((identity) => !haveCommon([identity], phones));
  return { number, identities: [{ kind: 'phone', value: number }, ...others] };
};

/**
 * Returns the stored value if the client sent the displayed value back unchanged, because the displayed value may
 * have hidden digits.
 */
const changed = <T>(sent: T, shown: T | undefined, kept: T | undefined): T =>
  sent === shown && kept !== undefined ? kept : sent;

const changedExtraInfo = (
  sent: ContactFields['extraInfo'],
  shown: ContactFields['extraInfo'],
  kept: ContactFields['extraInfo'],
): ContactFields['extraInfo'] =>
  sent.map(({ id, name, value }) => {
    const [seen, stored] = [shown, kept].map((all) => all.find((entry) => entry.id === id));
    return {
      id,
      name: changed(name, seen?.name, stored?.name),
      value: changed(value, seen?.value, stored?.value),
    };
  });

/** Returns the audit log entry for a changed number. */
const numberAudit = (
  table: Table,
  source: AuditSource,
  before: ContactRow,
  after: ContactFields,
): WriteItem[] =>
  before.number === after.number
    ? []
    : [auditItem(table, source, 'contacts.update', { id: before.id, before, after })];

export const updateContact = ({
  principal,
  params,
  body,
  request,
  ids,
  clock,
}: HandlerContext<typeof contactRoutes.update>) => {
  const nowMs = clock.now();
  const hidesNumber = hidesNumbers(principal.directory.settings, principal.user);
  const change = (contact: ContactRow): ContactFields => {
    const shown = presentContact(contact, principal.directory, presentationFor(principal));
    // The correct number is refused as well: a different answer would reveal it.
    if (hidesNumber && body.number !== undefined && body.number !== shown.number)
      throw new AppError('ERR_NO_PERMISSION');
    for (const field of ['number', 'email'] as const) {
      if (body[field]?.includes('*') && body[field] !== shown[field])
        throw new AppError('ERR_VALIDATION', {
          details: [{ path: `body.${field}`, message: 'something is hidden' }],
        });
    }
    const name = changed(body.name, shown.name, contact.name);
    const extraInfo = body.extraInfo === undefined ? undefined : withIds(body.extraInfo, ids, nowMs);
    return {
      ...contact,
      ...renumbered(contact, body.number === shown.number ? undefined : body.number),
      name,
      nameFrom: name === contact.name ? contact.nameFrom : 'user',
      email: changed(body.email, shown.email, contact.email),
      extraInfo:
        extraInfo === undefined
          ? contact.extraInfo
          : changedExtraInfo(extraInfo, shown.extraInfo, contact.extraInfo),
      acceptAudioMessage: body.acceptAudioMessage ?? contact.acceptAudioMessage,
      disableBot: body.disableBot ?? contact.disableBot,
    };
  };
  const table = openTable(principal.companyId);
  const source = { principal, request, ids, nowMs };
  return changeContact(principal, params.id, { ids, nowMs }, change, (before, after) =>
    numberAudit(table, source, before, after),
  );
};
