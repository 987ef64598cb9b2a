import type { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import { TAG_DEFAULT_COLOR } from '@prosa/shared/entities/tag.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf, NUMBERS_CHANNEL } from '../../channels/channels.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { addContact, viewContact } from '../../conversations/change-contact.ts';
import { tagRefOf } from '../../conversations/follow-tag.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { isConnected } from '../../repositories/connections/connections.ts';
import { requireReachedNumber } from '../../repositories/connections/number-checks.ts';
import { findContactByIdentities } from '../../repositories/contacts/contacts.ts';
import { countCreation } from '../../repositories/limits/creation-limits.ts';
import { ensureTag } from '../../repositories/organisation/tags.ts';

/**
 * Returns the company's default connection, on which a number can be checked.
 * @throws AppError ERR_WAPP_CHECK_CONTACT, ERR_WAPP_NOT_INITIALIZED
 */
const requireChecking = async ({ companyId, directory }: UserPrincipal) => {
  const connection = [...directory.connections.values()].find(({ isDefault }) => isDefault);
  if (connection === undefined || !channelOf(connection).capabilities.checksNumbers)
    throw new AppError('ERR_WAPP_CHECK_CONTACT');
  if (!(await isConnected(openTable(companyId), connection.id)))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED');
  return connection;
};

/**
 * Imports one contact. Two reads if the number is known; otherwise also the connection's state, each tag, the
 * number's counter and one transaction.
 */
export const importOne: RouteHandler<typeof contactFileRoutes.importOne> = async ({
  principal,
  body,
  ids,
  clock,
}) => {
  const { companyId, userId, directory } = principal;
  const table = openTable(companyId);
  const identities = [{ kind: 'phone' as const, value: body.number }];
  if ((await findContactByIdentities(table, identities)).contact !== undefined)
    throw new AppError('ERR_DUPLICATED_CONTACT');
  if (body.validateContact) {
    const connection = await requireChecking(principal);
    const asked = { companyId, connectionId: connection.id, number: body.number };
    await requireReachedNumber(table, channelOf(connection), asked, { ids, clock });
  }
  const nowMs = clock.now();
  const tags = new Map<number, ReturnType<typeof tagRefOf>>();
  const count = () => countCreation('tag', principal, nowMs);
  for (const name of body.tags) {
    const wanted = { companyId, name, color: TAG_DEFAULT_COLOR, kanban: false, userId };
    const tag = tagRefOf(await ensureTag(table, wanted, nowMs, count));
    tags.set(tag.id, tag);
  }
  const contact = await addContact(asAttendant(principal), { ids, nowMs }, (id) => ({
    companyId,
    id,
    name: body.name,
    number: body.number,
    email: body.email,
    channel: NUMBERS_CHANNEL,
    identities,
    acceptAudioMessage: directory.settings.acceptAudioMessageContact,
    tags: [...tags.values()],
  }));
  return viewContact(contact, principal);
};
