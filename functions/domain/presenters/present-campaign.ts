import type { CampaignCounts, CampaignRecord, ReceiverView } from '@prosa/shared/contracts/campaigns.ts';
import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { Campaign, CampaignReceiver, CampaignStatus } from '@prosa/shared/entities/campaign.ts';
import { isEditable } from '../campaigns/campaign-status.ts';
import { type NameSource, queueRef, userRef } from './present-ticket.ts';

interface Bookkeeping {
  version: number;
  rowCreatedAt: string;
  rowUpdatedAt: string;
}

const STATUSES: Record<CampaignStatus, CampaignRecord['status']> = {
  inactive: 'INATIVA',
  scheduled: 'PROGRAMADA',
  running: 'EM_ANDAMENTO',
  paused: 'PAUSADA',
  cancelled: 'CANCELADA',
  finished: 'FINALIZADA',
};

/** Data of a campaign that is stored in other rows. */
export interface CampaignFacts {
  counts: CampaignCounts;
  /** Null without one, and for one that was deleted. */
  contactList: { id: number; name: string } | null;
  tag: { id: number; name: string } | null;
}

interface Shown {
  names: NameSource;
  /** Returns a short-lived link to a stored file. */
  link: (key: string) => string;
  nowMs: number;
}

const named = (entry: { id: number; name: string } | null | undefined) =>
  entry == null ? null : { id: entry.id, name: entry.name };

/** Presents a campaign, for responses and events. Only administrators see campaigns, so no number is hidden. */
export const presentCampaign = (
  campaign: Campaign & Bookkeeping,
  { counts, contactList, tag }: CampaignFacts,
  { names, link, nowMs }: Shown,
): CampaignRecord => {
  const { messages, confirmationMessages, media, connectionId } = campaign;
  const [message1 = '', message2 = '', message3 = '', message4 = '', message5 = ''] = messages;
  const [ask1 = '', ask2 = '', ask3 = '', ask4 = '', ask5 = ''] = confirmationMessages;
  return {
    id: campaign.id,
    name: campaign.name,
    message1,
    message2,
    message3,
    message4,
    message5,
    confirmationMessage1: ask1,
    confirmationMessage2: ask2,
    confirmationMessage3: ask3,
    confirmationMessage4: ask4,
    confirmationMessage5: ask5,
    confirmation: campaign.needsConfirmation,
    status: STATUSES[campaign.status],
    pauseReason: campaign.pauseReason,
    editable: isEditable(campaign, nowMs),
    scheduledAt: campaign.scheduledAt,
    startedAt: campaign.startedAt,
    completedAt: campaign.completedAt,
    contactListId: campaign.contactListId,
    contactList: named(contactList),
    tagListId: campaign.tagId,
    tagList: named(tag),
    ticketFilter: campaign.ticketFilter,
    whatsappId: connectionId,
    whatsapp: named(names.connections.get(connectionId)),
    openTicket: toFlag(campaign.openTicket),
    statusTicket: campaign.ticketStatus,
    userId: campaign.userId,
    user: named(userRef(names, campaign.userId)),
    queueId: campaign.queueId,
    queue: named(queueRef(names, campaign.queueId)),
    mediaPath: media === null ? null : link(media.key),
    mediaName: media === null ? null : media.fileName,
    followUp: campaign.followUp,
    counts,
    companyId: campaign.companyId,
    createdAt: campaign.rowCreatedAt,
    updatedAt: campaign.rowUpdatedAt,
    version: campaign.version,
  };
};

/** Presents a receiver of a campaign. */
export const presentReceiver = (receiver: CampaignReceiver): ReceiverView => ({
  position: receiver.position,
  name: receiver.name,
  number: receiver.number,
  state: receiver.state,
  reason: receiver.reason,
  contactId: receiver.contactId,
  ticketUuid: receiver.ticketUuid === '' ? null : receiver.ticketUuid,
  confirmationRequestedAt: receiver.askedAt,
  confirmedAt: receiver.confirmedAt,
  sentAt: receiver.sentAt,
  deliveredAt: receiver.deliveredAt,
  readAt: receiver.readAt,
  answeredAt: receiver.answeredAt,
});
