import { randomBytes } from 'node:crypto';
import type { Shown } from './conversation.ts';
import { type MetaCustomerMessage, need } from './customer-message.ts';
import type { Media } from './media.ts';
import { newMid } from './page-send.ts';
import { type PageSide, personUpdate } from './page-updates.ts';
import type { World } from './world.ts';

interface PageEvent {
  field: string;
  event: object;
}

const attachmentType = (type: string): string =>
  type === 'document' ? 'file' : type === 'voice' ? 'audio' : type;

const message = (content: object): PageEvent => ({ field: 'messages', event: { message: content } });

/** Returns the event of a chosen quick reply, which is a message, or of a template's button, which is a postback. */
const choiceOf = (world: World, request: MetaCustomerMessage, mid: string): PageEvent => {
  const line = need(world.conversation.get(request.target ?? ''), 'target');
  const { id: payload, title } = need(
    line.options?.find(({ id }) => id === request.option),
    'option',
  );
  return line.type === 'template'
    ? { field: 'messaging_postbacks', event: { postback: { mid, title, payload } } }
    : message({ mid, text: title, quick_reply: { payload } });
};

const eventOf = (
  world: World,
  { channel }: PageSide,
  request: MetaCustomerMessage,
  mid: string,
  media: Media | undefined,
): PageEvent => {
  const { type, text } = request;
  const reply = request.quoted === undefined ? {} : { reply_to: { mid: request.quoted } };
  switch (type) {
    case 'text':
      return message({ mid, text: need(text, 'text'), ...reply });
    case 'image':
    case 'video':
    case 'audio':
    case 'voice':
    case 'document': {
      const url = `${world.endpoint}/files/${need(media, 'media').id}`;
      const attachments = [{ type: attachmentType(type), payload: { url } }];
      return message({ mid, ...(text === undefined ? {} : { text }), attachments, ...reply });
    }
    case 'story_reply': {
      if (channel !== 'instagram') throw new RangeError('only Instagram has stories');
      const story = { id: String(randomBytes(6).readUIntBE(0, 6)), url: `${world.endpoint}/pictures/story` };
      return message({ mid, text: need(text, 'text'), reply_to: { story } });
    }
    case 'reaction': {
      const target = need(request.target, 'target');
      const emoji = request.emoji ?? '';
      const how = emoji === '' ? { action: 'unreact' } : { action: 'react', reaction: 'other', emoji };
      return { field: 'message_reactions', event: { reaction: { mid: target, ...how } } };
    }
    case 'choice':
      return choiceOf(world, request, mid);
    case 'postback': {
      const postback = { mid, title: need(text, 'text'), payload: request.payload ?? need(text, 'text') };
      return { field: 'messaging_postbacks', event: { postback } };
    }
    case 'edit': {
      const edit = { mid: need(request.target, 'target'), text: need(text, 'text'), num_edit: 1 };
      return { field: 'message_edits', event: { message_edit: edit } };
    }
    case 'delete':
      return message({ mid: need(request.target, 'target'), is_deleted: true });
    default:
      throw new RangeError(`${channel} has no ${type}`);
  }
};

/** Actions that do not open the window for the business. */
const SILENT: ReadonlySet<string> = new Set(['edit', 'delete']);

/**
 * Sends a person's message to a page or an Instagram account, and tells the app.
 * @param shown what the person's own screen shows
 * @returns its id
 */
export const writeToPage = (
  world: World,
  side: PageSide,
  request: MetaCustomerMessage,
  { shown, media }: { shown: Shown; media: Media | undefined },
): string => {
  const mid = newMid(side.channel);
  const atMs = world.now();
  const { field, event } = eventOf(world, side, request, mid, media);
  const person = world.people.open(side.channel, side.accountId, request.from, request.name);
  if (!SILENT.has(request.type)) world.people.wrote(person, atMs);
  world.conversation.add({
    ...shown,
    id: mid,
    channel: side.channel,
    accountId: side.accountId,
    contact: person.contact,
    fromCustomer: true,
    at: new Date(atMs).toISOString(),
    ack: 1,
  });
  world.deliveries.tell(personUpdate(side, person, field, atMs, event));
  return mid;
};
