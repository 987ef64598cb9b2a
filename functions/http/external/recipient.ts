import { PHONE_MAX_DIGITS } from '@prosa/shared/contracts/external.ts';
import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { replyWindow } from '@prosa/shared/rules/reply-window.ts';
import type { Channel } from '../../channels/channel.ts';
import { channelOf } from '../../channels/channels.ts';
import { asToken } from '../../conversations/actor.ts';
import * as openScene from '../../conversations/open-scene.ts';
import type { ContactScene } from '../../conversations/scene.ts';
import { requireUnblocked } from '../../domain/contacts/require-unblocked.ts';
import { requireWanted } from '../../domain/messages/template-content.ts';
import { closedWindowError } from '../../domain/turns/send-refusal.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import { openTable } from '../../platform/table/table.ts';
import { findContactId } from '../../repositories/contacts/contacts.ts';

/** Returns the identity that a caller's number names: on a channel without phone numbers it is the channel's own id. */
export const identityOf = ({ reachedBy }: Pick<Channel, 'reachedBy'>, number: string): Identity => {
  if (reachedBy !== 'phone') return { kind: reachedBy, value: number };
  return { kind: number.length > PHONE_MAX_DIGITS ? 'group' : 'phone', value: number };
};

/** The customer of a program's message. */
export interface Recipient {
  connection: ApiTokenPrincipal['connection'];
  /**
   * Returns the conversation with the number on the token's connection; undefined if no contact has the number. Read
   * once, when it is first needed: the contact's id, contact with conversation, and the active ticket.
   */
  scene(): Promise<ContactScene | undefined>;
}

/** Returns the recipient with a number, without any read. */
export const recipientOf = (principal: ApiTokenPrincipal, number: string): Recipient => {
  const { companyId, connection } = principal;
  const read = async (): Promise<ContactScene | undefined> => {
    const contactId = await findContactId(openTable(companyId), identityOf(channelOf(connection), number));
    return contactId === undefined
      ? undefined
      : openScene.byContact(asToken(principal), { contactId, connectionId: connection.id });
  };
  let reading: ReturnType<typeof read> | undefined;
  return {
    connection,
    scene: () => {
      reading ??= read();
      return reading;
    },
  };
};

/**
 * Refuses a template for marketing to a number whose contact stopped such messages, before anything is stored for it.
 * Without reads for any other template.
 * @throws AppError ERR_MARKETING_STOPPED
 */
export const requireWantedBy = async (
  recipient: Recipient,
  template: Pick<MessageTemplate, 'category'>,
): Promise<void> => {
  if (template.category !== 'MARKETING') return;
  const scene = await recipient.scene();
  if (scene !== undefined) requireWanted(template, scene.contact);
};

/**
 * Refuses a number whose contact the company blocked, before anything is stored or fetched for it. A number without a
 * contact is not blocked.
 * @throws AppError ERR_CONTACT_BLOCKED
 */
export const requireUnblockedNumber = async (recipient: Recipient): Promise<void> => {
  const scene = await recipient.scene();
  if (scene !== undefined) requireUnblocked(scene.contact);
};

/**
 * Refuses a number that cannot be answered now, before anything is stored for it. Without reads on a channel that has
 * no reply window.
 * @throws AppError ERR_REPLY_WINDOW_CLOSED with the times of the window in its details
 */
export const requireOpenWindow = async (recipient: Recipient, nowMs: number): Promise<void> => {
  const channel = channelOf(recipient.connection);
  const policy = channel.capabilities.replyWindow;
  if (policy === null) return;
  const scene = await recipient.scene();
  const { heardAt = null, freeEntryAt = null } = scene?.active ?? scene?.conversation ?? {};
  const facts = { heardAt, freeEntryAt };
  if (replyWindow(policy, facts, 'system', nowMs) === 'closed')
    throw closedWindowError(facts, channel, 'system');
};
