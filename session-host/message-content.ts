import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import type { proto, WAMessageKey } from 'baileys';
import { mediaContent } from './media-source.ts';
import { richText } from './rich-text.ts';

const MAX_TEXT = 65_536;
/** Phones nest two or three; more is somebody's joke. */
const MAX_NESTING = 20;
/** Messages whose content is one more message. */
const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'lottieStickerMessage',
  'botInvokeMessage',
  'botForwardedMessage',
  'pollCreationMessageV4',
  'questionMessage',
  'questionReplyMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
] as const satisfies readonly (keyof proto.IMessage)[];

/** The content inside what only says how it is shown; empty where there is none. */
export const unwrapped = (message: proto.IMessage | null | undefined): proto.IMessage => {
  let content = message ?? {};
  for (let depth = 0; depth < MAX_NESTING; depth += 1) {
    const outer: proto.IMessage = content;
    const wrapper = WRAPPERS.find((name) => outer[name]);
    if (wrapper === undefined) return outer;
    content = outer[wrapper]?.message ?? {};
  }
  return {};
};

const clip = (text: string): string => text.slice(0, MAX_TEXT);

/** Text of a message, of an answer to buttons or lists included. */
const textOf = (content: proto.IMessage): string | undefined => {
  const text =
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.buttonsResponseMessage?.selectedDisplayText ||
    content.templateButtonReplyMessage?.selectedDisplayText ||
    content.listResponseMessage?.title ||
    content.interactiveResponseMessage?.body?.text ||
    content.commentMessage?.message?.conversation;
  return text ? clip(text) : undefined;
};

/** The text that an edit leaves: a file's caption may become empty; undefined where the edit tells no text. */
export const editedText = (content: proto.IMessage): string | undefined => {
  const file = content.imageMessage ?? content.videoMessage ?? content.documentMessage;
  return file ? clip(file.caption ?? '') : textOf(content);
};

/** Parts of a message that say nothing by themselves, and what no reader of a conversation would miss. */
const SILENT: ReadonlySet<string> = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'deviceSentMessage',
  'protocolMessage',
  'reactionMessage',
  'chat',
  // A text without a character.
  'conversation',
  'extendedTextMessage',
  // The pictures of an album come by themselves.
  'albumMessage',
  'pollUpdateMessage',
  'pollResultSnapshotMessage',
  'pollResultSnapshotMessageV3',
  'keepInChatMessage',
  'pinInChatMessage',
  'encReactionMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  'secretEncryptedMessage',
  'stickerSyncRmrMessage',
  'placeholderMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'botTaskMessage',
  'limitSharingMessage',
  // A missed call is told when it ends.
  'call',
  'callLogMesssage',
  'scheduledCallEditMessage',
  'statusMentionMessage',
  'groupStatusMentionMessage',
  'statusAddYours',
  'statusNotificationMessage',
  'statusQuestionAnswerMessage',
  'statusQuotedMessage',
  'statusStickerInteractionMessage',
]);

/** What a message shows; undefined where it shows nothing. */
export const toContent = (content: proto.IMessage, key: WAMessageKey): InboundContent | undefined => {
  const text = textOf(content);
  if (text !== undefined) return { kind: 'text', text };
  const rich = richText(content);
  const caption = clip(rich?.text ?? '');
  const top = rich === undefined ? undefined : mediaContent(rich.header, key);
  if (top !== undefined && 'media' in top) return caption === '' ? top : { ...top, caption };
  if (rich?.content !== undefined) return { kind: 'interactive', content: rich.content };
  if (caption !== '') return { kind: 'text', text: caption };
  return mediaContent(content, key) ?? placeOf(content) ?? cardsOf(content) ?? unsupported(content);
};

const placeOf = (content: proto.IMessage): InboundContent | undefined => {
  const place = content.locationMessage ?? content.liveLocationMessage;
  if (!place) return undefined;
  const { degreesLatitude: latitude, degreesLongitude: longitude } = place;
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180))
    return { kind: 'unsupported', providerType: 'locationMessage' };
  const name = 'name' in place ? place.name : undefined;
  const address = 'address' in place ? place.address : undefined;
  return {
    kind: 'location',
    location: {
      latitude,
      longitude,
      ...(name ? { name: name.slice(0, 500) } : {}),
      ...(address ? { address: address.slice(0, 1000) } : {}),
    },
  };
};

const isWithin = (value: number | null | undefined, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

const cardsOf = (content: proto.IMessage): InboundContent | undefined => {
  const cards =
    content.contactsArrayMessage?.contacts ?? (content.contactMessage ? [content.contactMessage] : []);
  if (cards.length === 0) return undefined;
  return {
    kind: 'contacts',
    contacts: cards.slice(0, 100).map(({ displayName, vcard }) => ({
      name: (displayName ?? '').slice(0, 500),
      vcard: (vcard ?? '').slice(0, 20_000),
    })),
  };
};

const unsupported = (content: proto.IMessage): InboundContent | undefined => {
  const providerType = Object.entries(content).find(
    ([name, value]) => value !== null && value !== undefined && !SILENT.has(name),
  )?.[0];
  return providerType === undefined
    ? undefined
    : { kind: 'unsupported', providerType: providerType.slice(0, 100) };
};

/** What a message answers, and whether it was forwarded, whatever its kind. */
export const contextInfoOf = (content: proto.IMessage): proto.IContextInfo | undefined => {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part && part.contextInfo)
      return part.contextInfo;
  }
  return undefined;
};
