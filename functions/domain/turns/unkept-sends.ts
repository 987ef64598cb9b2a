import { AppError } from '@prosa/shared/errors.ts';
import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import type { Channel } from '../../channels/channel.ts';
import {
  campaignMessagePlace,
  KEPT_NOWHERE,
  type MessageIdParts,
  makeMessageId,
  makeOwnSortKey,
} from '../message-id.ts';
import { contentsOf, type Draft, IN_CAMPAIGN, type Waiting } from './message-turns.ts';
import type { Moment, OutsideCall } from './turn.ts';

interface Unkept {
  companyId: number;
  connectionId: number;
  to: Identity;
}

/** Returns the command that sends a content without storing it, under the id that its place makes. */
const unkeptCall = (
  { companyId, connectionId, to }: Unkept,
  place: MessageIdParts,
  content: OutboundContent,
  channel: Channel,
  { waitMs, group }: Waiting,
  { nowMs }: Moment,
): OutsideCall =>
  channel.call(
    {
      v: 1,
      type: 'send',
      companyId,
      connectionId,
      to: [to],
      messageId: makeMessageId(place),
      attempt: 1,
      ...(channel.ids.of === 'ours' ? { providerMessageId: channel.ids.make(place) } : {}),
      content,
      waitsUntil: nowMs + waitMs,
    },
    group,
  );

const placeNowhere = (connectionId: number, { ids, nowMs }: Moment): MessageIdParts => ({
  contactId: KEPT_NOWHERE,
  connectionId,
  sortKey: makeOwnSortKey(nowMs, ids.sortable(nowMs)),
});

/**
 * Sends a draft without storing it: only the commands that send it, with ids that belong to no message. Their outcome
 * is not reported to anyone.
 * @throws AppError ERR_SENDING_WAPP_MSG if the content is empty; ERR_FILESIZE_OVER_LIMIT
 */
export const sendUnkept = (
  { draft, ...where }: Unkept & { draft: Draft },
  channel: Channel,
  moment: Moment,
): OutsideCall[] =>
  contentsOf(draft, channel).map((content) =>
    unkeptCall(
      where,
      placeNowhere(where.connectionId, moment),
      content,
      channel,
      { waitMs: SEND_WAIT_MS, group: where.to.value },
      moment,
    ),
  );

/**
 * Sends drafts to a receiver of a campaign without storing them. The outcome and the receipts of the last message are
 * the receiver's; those of the messages before it, if a text or a file needs several, are reported to nobody.
 * @returns the commands, and the id of the last message
 * @throws AppError ERR_SENDING_WAPP_MSG without content; ERR_FILESIZE_OVER_LIMIT
 */
export const sendToReceiver = (
  {
    drafts,
    receiver,
    ...where
  }: Unkept & { drafts: readonly Draft[]; receiver: { campaignId: number; position: number } },
  channel: Channel,
  moment: Moment,
): { calls: OutsideCall[]; messageId: string } => {
  const contents = drafts.flatMap((draft) => contentsOf(draft, channel));
  const tracked = campaignMessagePlace(receiver, where.connectionId, moment.nowMs);
  const calls = contents.map((content, index) => {
    const place = index === contents.length - 1 ? tracked : placeNowhere(where.connectionId, moment);
    return unkeptCall(where, place, content, channel, IN_CAMPAIGN, moment);
  });
  if (calls.length === 0) throw new AppError('ERR_SENDING_WAPP_MSG', { message: 'nothing to send' });
  return { calls, messageId: makeMessageId(tracked) };
};
