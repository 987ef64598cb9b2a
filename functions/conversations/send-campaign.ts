import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { AppError, type ErrorCode } from '@prosa/shared/errors.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import type { SendFailure } from '@prosa/shared/rules/send-failure.ts';
import { channelOf } from '../channels/channels.ts';
import { campaignDrafts } from '../domain/campaigns/campaign-drafts.ts';
import { campaignRetryTurn, campaignTurn, endsBehind } from '../domain/campaigns/campaign-turn.ts';
import { type CampaignPart, handedOver } from '../domain/campaigns/receiver-steps.ts';
import type { SendingRules } from '../domain/campaigns/sending-rules.ts';
import { newTicketNumber, surroundingsOf } from '../domain/engine/world.ts';
import { type FileCopy, instantOf, type Moment, ticketOf } from '../domain/turns/turn.ts';
import { sendToReceiver } from '../domain/turns/unkept-sends.ts';
import { storedKey } from '../platform/blob/file-keys.ts';
import type { Directory } from '../platform/directory.ts';
import type { OutboxMessage } from '../platform/queue/outbox-item.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { openTable } from '../platform/table/table.ts';
import type { CampaignRow } from '../repositories/campaigns/campaigns.ts';
import {
  type CampaignNumberRow,
  campaignNumberItem,
  type ReceiverRow,
  receiverItem,
} from '../repositories/campaigns/receivers.ts';
import { type ContactRow, findContactByIdentities, loadContact } from '../repositories/contacts/contacts.ts';
import { loadMessage } from '../repositories/tickets/messages.ts';
import { loadTicket } from '../repositories/tickets/tickets.ts';
import { type Decision, decideOn } from './act.ts';
import { asAutomation } from './actor.ts';
import { ensureContact } from './ensure-contact.ts';
import * as openScene from './open-scene.ts';
import { emptyScene } from './scene.ts';

/** A message of a campaign to one receiver. */
export interface CampaignMessage {
  campaign: CampaignRow;
  receiver: ReceiverRow;
  connection: DirectoryConnection;
  part: CampaignPart;
  variant: number;
  rules: SendingRules;
  /** The newest message of a campaign to the receiver's number, as read. */
  number: CampaignNumberRow | undefined;
}

/**
 * What sends a message of a campaign, or why it cannot be sent: the decision about its conversation, or without a ticket
 * the commands, and further writes.
 */
type CampaignSendResult =
  | { decision: Decision | undefined; calls: readonly OutboxMessage[]; items: WriteItem[] }
  | { skipped: 'no-address' | 'opted-out' }
  | { failed: SendFailure };

/** Errors that concern one receiver. Others are retried. */
const REFUSALS: Partial<Record<ErrorCode, Exclude<CampaignSendResult, { items: unknown }>>> = {
  ERR_NO_CONTACT_FOUND: { skipped: 'no-address' },
  ERR_SENDING_WAPP_MSG: { skipped: 'no-address' },
  ERR_REPLY_WINDOW_CLOSED: { failed: 'window-closed' },
  ERR_FILESIZE_OVER_LIMIT: { failed: 'media-refused' },
};

interface Sender extends Moment {
  directory: Directory;
}

/** The decision and the commands that send a message. The write of the receiver is not part of it. */
interface Sent {
  decision: Decision | undefined;
  calls: readonly OutboxMessage[];
  messageId: string;
  ticketUuid: string;
  contactId: number | null;
}

const identityOf = ({ receiver }: CampaignMessage): Identity => ({ kind: 'phone', value: receiver.number });

/** Sends without a ticket: only the commands. No read. */
const sendAlone = (moment: Moment, message: CampaignMessage): Sent => {
  const { campaign, receiver, connection, rules } = message;
  const { companyId, id: campaignId, media } = campaign;
  const drafts = campaignDrafts(
    campaign,
    receiver,
    message,
    rules.variables,
    media === null ? '' : media.key,
  );
  const { calls, messageId } = sendToReceiver(
    {
      companyId,
      connectionId: connection.id,
      to: identityOf(message),
      drafts,
      receiver: { campaignId, position: receiver.position },
    },
    channelOf(connection).inBulk,
    moment,
  );
  return { decision: undefined, calls, messageId, ticketUuid: '', contactId: null };
};

/** Returns the receiver's contact; creates it, in a transaction of its own, if its number is new. */
const contactOf = async ({ directory, ...moment }: Sender, message: CampaignMessage): Promise<ContactRow> => {
  const table = openTable(directory.companyId);
  const { receiver, connection } = message;
  if (receiver.contactId !== null) {
    const known = await loadContact(table, receiver.contactId);
    if (known === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
    return known;
  }
  const identities = [identityOf(message)];
  const { contact } = await findContactByIdentities(table, identities);
  // The name of a contact that exists stays as it is.
  return (
    contact ??
    ensureContact(
      { table, directory, ...moment },
      {
        identities,
        name: receiver.name,
        isGroup: false,
        connectionId: connection.id,
        channel: connection.channel,
      },
    )
  );
};

/** Returns the copy of the campaign's file for one message. A retry makes the same copy. */
const copyOf = ({ campaign, receiver, part }: CampaignMessage): FileCopy[] => {
  const { companyId, id, media } = campaign;
  if (media === null || part === 'question') return [];
  const { key: from, mimeType, fileName } = media;
  const to = storedKey(companyId, `campaign-${id}-${receiver.position}`);
  return [{ from, to, mimeType, fileName }];
};

/** Returns the campaign's stored message to the receiver, if its send did not begin and it is to be sent again. */
const unsentMessage = async ({ directory }: Sender, { receiver, campaign }: CampaignMessage) => {
  if (receiver.messageId === '') return undefined;
  const table = openTable(directory.companyId);
  const message = await loadMessage(table, receiver.messageId);
  if (message?.sendState !== 'failed' || message.isDeleted || message.campaign?.id !== campaign.id)
    return undefined;
  const ticket = await loadTicket(table, message.ticketId);
  return ticket === undefined ? undefined : { message, ticket };
};

const sentBy = (decision: Decision): Sent => ({
  decision,
  calls: [],
  messageId: decision.turn.messages.at(-1)?.after.id ?? '',
  ticketUuid: ticketOf(decision.turn).uuid,
  contactId: ticketOf(decision.turn).contactId,
});

/** Sends into the contact's conversation, through the access that all code uses. */
const sendOnTicket = async (
  sender: Sender,
  message: CampaignMessage,
): Promise<Sent | Extract<CampaignSendResult, { skipped: unknown }>> => {
  const { directory, ...moment } = sender;
  const { campaign, receiver, connection, rules } = message;
  const channel = channelOf(connection).inBulk;
  const actor = asAutomation(directory);
  // The question was another message: only the same one is sent again.
  const isRetry = message.part === 'question' || receiver.askedAt === null;
  const unsent = isRetry ? await unsentMessage(sender, message) : undefined;
  if (unsent !== undefined)
    return sentBy(
      await decideOn(emptyScene(actor), moment, (_scene, _world, at) =>
        campaignRetryTurn(unsent.message, unsent.ticket, channel, at),
      ),
    );
  const contact = await contactOf(sender, message);
  if (!contact.active) return { skipped: 'opted-out' };
  const scene = await openScene.byContact(actor, { contactId: contact.id, connectionId: connection.id });
  const copies = copyOf(message);
  const { queues, users } = directory;
  const queueId = campaign.queueId !== null && queues.has(campaign.queueId) ? campaign.queueId : null;
  const userId =
    campaign.userId !== null && users.get(campaign.userId)?.active === true ? campaign.userId : null;
  const drafts = campaignDrafts(campaign, receiver, message, rules.variables, copies[0]?.to ?? '').map(
    (draft) => ({ ...draft, campaign: { id: campaign.id, position: receiver.position } }),
  );
  const decision = await decideOn(scene, moment, ({ active, conversation, ...opened }, world, at) => {
    const ticketId = active?.id ?? newTicketNumber(world);
    const closes = active === undefined && endsBehind(campaign);
    const about = { id: ticketId, contactId: opened.contact.id, connectionId: connection.id, queueId };
    return campaignTurn(
      {
        campaign,
        contact: opened.contact,
        connection,
        channel,
        conversation,
        active,
        ticketId,
        previousClosed: closes ? surroundingsOf(world, about).previousClosed : undefined,
        place: { queueId, userId },
        drafts,
        copies,
      },
      at,
    );
  });
  return sentBy(decision);
};

/**
 * Returns the message of a campaign to a receiver, the write of the receiver, and the write of the pointer from the number
 * to the receiver, which is read when the customer answers. The commit fails if receiver or pointer have changed since
 * they were read, so each receiver gets the message once. A contact for a new number is created before, in a transaction
 * of its own.
 */
export const campaignSend = async (sender: Sender, message: CampaignMessage): Promise<CampaignSendResult> => {
  const { campaign, receiver, part, variant, number: pointer } = message;
  const { companyId, id: campaignId } = campaign;
  const { nowMs, directory } = sender;
  const table = openTable(directory.companyId);
  try {
    const sent = campaign.openTicket ? await sendOnTicket(sender, message) : sendAlone(sender, message);
    if ('skipped' in sent) return sent;
    const { decision, calls, messageId, ticketUuid, contactId } = sent;
    const at = instantOf({ nowMs });
    const after = handedOver(receiver, { part, variant, messageId, ticketUuid, contactId, at });
    const number = canonicalPhone(receiver.number);
    const { position } = receiver;
    return {
      decision,
      calls,
      items: [
        receiverItem(table, receiver, after, nowMs),
        campaignNumberItem(table, pointer, { companyId, number, campaignId, position, messageId, at }, nowMs),
      ],
    };
  } catch (error) {
    const refusal = error instanceof AppError ? REFUSALS[error.code] : undefined;
    if (refusal === undefined) throw error;
    return refusal;
  }
};
