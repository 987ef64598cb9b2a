import { boundedCards } from '@prosa/functions/domain/messages/vcard.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { type proto, toNumber, type WAMessage, type WAMessageKey } from 'baileys';
import { toldDate } from '../connections/told-time.ts';
import { mediaContent } from './media-source.ts';
import { richText } from './rich-text.ts';

const MAX_TEXT = 65_536;
const MAX_LINK = 2048;
/** Maximum nesting; phones nest two or three levels. */
const MAX_NESTING = 20;
/** Messages that only wrap another message. */
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

/** Returns the content without wrappers that only say how it is shown; empty if there is none. */
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

const VIEW_ONCE = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;

/**
 * Whether a message is a view-once file, which only the phone shows. Third-party programs wrap menus in the same way,
 * which do not count.
 */
export const isViewOnce = (message: proto.IMessage | null | undefined): boolean => {
  const { imageMessage, videoMessage, audioMessage } = unwrapped(message);
  const file = imageMessage ?? videoMessage ?? audioMessage;
  if (!file) return false;
  const outer = message?.ephemeralMessage?.message ?? message;
  return file.viewOnce === true || VIEW_ONCE.some((name) => outer?.[name]);
};

const clip = (text: string): string => text.slice(0, MAX_TEXT);

/** Returns the text of a message, including an answer to buttons or lists. */
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

/** Returns the text after an edit; a file's caption may become empty. Undefined if the edit has no text. */
export const editedText = (content: proto.IMessage): string | undefined => {
  const file = content.imageMessage ?? content.videoMessage ?? content.documentMessage;
  return file ? clip(file.caption ?? '') : textOf(content);
};

/** Parts of a message without content to show. */
const SILENT: ReadonlySet<string> = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'deviceSentMessage',
  'protocolMessage',
  'reactionMessage',
  'chat',
  // A text without any character.
  'conversation',
  'extendedTextMessage',
  // The pictures of an album arrive as separate messages.
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
  // A missed call is reported when it ends.
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

/** Returns the content that a message shows; undefined if it shows nothing. */
export const toContent = (content: proto.IMessage, key: WAMessageKey): InboundContent | undefined => {
  const text = textOf(content);
  const ad = adOf(content);
  if (ad !== undefined) return { kind: 'ad', text: text ?? '', ad };
  if (text !== undefined) return { kind: 'text', text };
  const rich = richText(content);
  const caption = clip(rich?.text ?? '');
  const top = rich === undefined ? undefined : mediaContent(rich.header, key);
  if (top !== undefined && 'media' in top) return caption === '' ? top : { ...top, caption };
  if (rich?.content !== undefined) return { kind: 'interactive', content: rich.content };
  if (caption !== '') return { kind: 'text', text: caption };
  return (
    mediaContent(content, key) ??
    placeOf(content) ??
    cardsOf(content) ??
    pollContentOf(content) ??
    eventOf(content) ??
    answeredCallOf(content) ??
    unsupported(content)
  );
};

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/**
 * Maximum size of an advertisement's preview, usually a few kilobytes; more would make a conversation's pages heavy.
 */
const MAX_THUMBNAIL_BYTES = 15_000;

/** Returns the advertisement that a text answers. */
const adOf = (content: proto.IMessage): Extract<InboundContent, { kind: 'ad' }>['ad'] | undefined => {
  const ad = content.extendedTextMessage?.contextInfo?.externalAdReply;
  if (!ad || !(ad.title || ad.body || ad.sourceUrl)) return undefined;
  const { thumbnail } = ad;
  const isShown =
    thumbnail && thumbnail.length <= MAX_THUMBNAIL_BYTES && JPEG.equals(thumbnail.subarray(0, JPEG.length));
  return {
    title: (ad.title ?? '').slice(0, 1000),
    body: (ad.body ?? '').slice(0, 4096),
    link: (ad.sourceUrl ?? '').length > MAX_LINK ? '' : (ad.sourceUrl ?? ''),
    thumbnail: isShown ? Buffer.from(thumbnail).toString('base64') : '',
  };
};

/** Returns a message's data beside its content, which may be in a wrapper or around it. */
export const contextOf = ({
  message,
}: Pick<WAMessage, 'message'>): proto.IMessageContextInfo | null | undefined =>
  unwrapped(message).messageContextInfo ?? message?.messageContextInfo;

/** Returns the poll of a message; undefined for other messages. */
export const pollOf = (
  content: proto.IMessage,
): Extract<InboundContent, { kind: 'poll' }>['poll'] | undefined => {
  const poll =
    content.pollCreationMessage ??
    content.pollCreationMessageV2 ??
    content.pollCreationMessageV3 ??
    content.pollCreationMessageV5;
  // Without a question the poll would be an empty bubble.
  if (!poll?.name?.trim()) return undefined;
  const options = (poll.options ?? []).flatMap(({ optionName }) => optionName?.slice(0, 500) || []);
  return {
    question: poll.name.slice(0, 1000),
    options: options.slice(0, 100),
    // A missing count means any number of choices.
    multiple: poll.selectableOptionsCount !== 1,
  };
};

const pollContentOf = (content: proto.IMessage): InboundContent | undefined => {
  const poll = pollOf(content);
  return poll === undefined ? undefined : { kind: 'poll', poll };
};

const eventOf = (content: proto.IMessage): InboundContent | undefined => {
  const { eventMessage } = content;
  if (!eventMessage?.name?.trim()) return undefined;
  const { description, location, joinLink, startTime, endTime, isCanceled } = eventMessage;
  const place = [location?.name, location?.address].filter((part) => part).join(', ');
  return {
    kind: 'event',
    event: {
      name: eventMessage.name.slice(0, 1000),
      description: (description ?? '').slice(0, 4096),
      place: place.slice(0, 1000),
      link: (joinLink ?? '').length > MAX_LINK ? '' : (joinLink ?? ''),
      startsAt: toldDate(startTime) ?? null,
      endsAt: toldDate(endTime) ?? null,
      isCancelled: isCanceled ?? false,
    },
  };
};

/** Returns an answered call; missed calls are reported when they end. */
const answeredCallOf = ({ callLogMesssage: log }: proto.IMessage): InboundContent | undefined => {
  const durationS = toNumber(log?.durationSecs);
  return log && Number.isSafeInteger(durationS) && durationS > 0
    ? { kind: 'answered-call', video: log.isVideo ?? false, durationS }
    : undefined;
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
    contacts: boundedCards(
      cards.map(({ displayName, vcard }) => ({ name: displayName ?? '', vcard: vcard ?? '' })),
    ),
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

/** Returns the message that a message quotes, and whether it was forwarded, for all kinds. */
export const contextInfoOf = (content: proto.IMessage): proto.IContextInfo | undefined => {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part && part.contextInfo)
      return part.contextInfo;
  }
  return undefined;
};
