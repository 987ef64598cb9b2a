import { PHONE_MAX_DIGITS } from '@prosa/shared/contracts/external.ts';
import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { type ReplyFacts, replyWindow } from '@prosa/shared/rules/reply-window.ts';
import type { Channel } from '../../channels/channel.ts';
import { channelOf } from '../../channels/channels.ts';
import { asToken } from '../../conversations/actor.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { requireWanted } from '../../domain/messages/template-content.ts';
import { closedWindowError } from '../../domain/turns/send-refusal.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import { openTable } from '../../platform/table/table.ts';
import { findContactByIdentities } from '../../repositories/contacts/contacts.ts';

/** Returns the identity that a caller's number names: on a channel without phone numbers it is the channel's own id. */
export const identityOf = ({ reachedBy }: Pick<Channel, 'reachedBy'>, number: string): Identity => {
  if (reachedBy !== 'phone') return { kind: reachedBy, value: number };
  return { kind: number.length > PHONE_MAX_DIGITS ? 'group' : 'phone', value: number };
};

/** Returns when a number last wrote on the token's connection: up to four reads. */
const factsOf = async (principal: ApiTokenPrincipal, identity: Identity): Promise<ReplyFacts> => {
  const { companyId, connection } = principal;
  const { contact } = await findContactByIdentities(openTable(companyId), [identity]);
  const scene =
    contact === undefined
      ? undefined
      : await openScene.byContact(asToken(principal), { contactId: contact.id, connectionId: connection.id });
  const { heardAt = null, freeEntryAt = null } = scene?.active ?? scene?.conversation ?? {};
  return { heardAt, freeEntryAt };
};

/**
 * Refuses a template for marketing to a number whose contact stopped such messages, before anything is stored for it.
 * Up to three reads for such a template.
 * @throws AppError ERR_MARKETING_STOPPED
 */
export const requireWantedBy = async (
  { companyId, connection }: ApiTokenPrincipal,
  number: string,
  template: Pick<MessageTemplate, 'category'>,
): Promise<void> => {
  if (template.category !== 'MARKETING') return;
  const identity = identityOf(channelOf(connection), number);
  const { contact } = await findContactByIdentities(openTable(companyId), [identity]);
  if (contact !== undefined) requireWanted(template, contact);
};

/**
 * Refuses a number that cannot be answered now, before anything is stored for it. Without reads on a channel that has
 * no reply window.
 * @throws AppError ERR_REPLY_WINDOW_CLOSED with the times of the window in its details
 */
export const requireOpenWindow = async (
  principal: ApiTokenPrincipal,
  number: string,
  nowMs: number,
): Promise<void> => {
  const channel = channelOf(principal.connection);
  const policy = channel.capabilities.replyWindow;
  if (policy === null) return;
  const facts = await factsOf(principal, identityOf(channel, number));
  if (replyWindow(policy, facts, 'system', nowMs) === 'closed')
    throw closedWindowError(facts, channel, 'system');
};
