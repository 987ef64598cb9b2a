import type { Phone } from './accounts.ts';
import { newWamid } from './cloud-send.ts';
import { messageUpdate } from './cloud-updates.ts';
import type { Line, Shown } from './conversation.ts';
import { type MetaCustomerMessage, need } from './customer-message.ts';
import type { Media } from './media.ts';
import type { World } from './world.ts';

type Content = { type: string; [name: string]: unknown };

/** Returns the customer's choice in a message with options, as the kind of message needs it. */
const choiceOf = (line: Line, optionId: string | undefined): Content => {
  const option = need(
    line.options?.find(({ id }) => id === optionId),
    'option',
  );
  if (line.type === 'template') return { type: 'button', button: { payload: option.id, text: option.title } };
  const name = line.type === 'list' ? 'list_reply' : 'button_reply';
  return { type: 'interactive', interactive: { type: name, [name]: option } };
};

/** Returns the object of a file. Meta gives the hash in base64 here, and in hexadecimal with the file's address. */
const fileOf = (media: Media, isVoice: boolean, request: MetaCustomerMessage) => ({
  ...(request.text === undefined ? {} : { caption: request.text }),
  ...(request.type === 'document' ? { filename: media.name } : {}),
  mime_type: media.mimeType,
  sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
  id: media.id,
  ...(request.type === 'audio' || isVoice ? { voice: isVoice } : {}),
  ...(request.type === 'sticker' ? { animated: false } : {}),
});

const contentOf = (world: World, request: MetaCustomerMessage, media: Media | undefined): Content => {
  const { type, text } = request;
  switch (type) {
    case 'text':
      return { type, text: { body: need(text, 'text') } };
    case 'image':
    case 'video':
    case 'document':
    case 'sticker':
    case 'audio':
      return { type, [type]: fileOf(need(media, 'media'), false, request) };
    case 'voice':
      return { type: 'audio', audio: fileOf(need(media, 'media'), true, request) };
    case 'location':
      return { type, location: need(request.location, 'location') };
    case 'contact': {
      const { name, number } = need(request.contact, 'contact');
      const phones = [{ phone: `+${number}`, wa_id: number, type: 'CELL' }];
      return { type: 'contacts', contacts: [{ name: { formatted_name: name, first_name: name }, phones }] };
    }
    case 'reaction': {
      const emoji = request.emoji ?? '';
      const message_id = need(request.target, 'target');
      return { type, reaction: { message_id, ...(emoji === '' ? {} : { emoji }) } };
    }
    case 'choice':
      return choiceOf(need(world.conversation.get(request.target ?? ''), 'target'), request.option);
    case 'edit': {
      const message = { type: 'text', text: { body: need(text, 'text') } };
      return { type, edit: { original_message_id: need(request.target, 'target'), message } };
    }
    case 'delete':
      return { type: 'revoke', revoke: { original_message_id: need(request.target, 'target') } };
    default:
      throw new RangeError(`WhatsApp has no ${type}`);
  }
};

/**
 * Sends a customer's message to a number, and tells the app.
 * @param shown what the customer's own screen shows
 * @returns its id
 */
export const writeToPhone = (
  world: World,
  phone: Phone,
  request: MetaCustomerMessage,
  { shown, media }: { shown: Shown; media: Media | undefined },
): string => {
  if (!/^\d{7,15}$/.test(request.from)) throw new RangeError('on WhatsApp a customer has a number');
  const content = contentOf(world, request, media);
  const person = world.people.open('whatsappapi', phone.id, request.from, request.name);
  const id = newWamid();
  const atMs = world.now();
  world.people.wrote(person, atMs);
  world.conversation.add({
    ...shown,
    id,
    channel: 'whatsappapi',
    accountId: phone.id,
    contact: person.contact,
    fromCustomer: true,
    at: new Date(atMs).toISOString(),
    ack: 1,
  });
  const quoted = request.type === 'choice' ? request.target : request.quoted;
  const isNumberHidden = request.hidesNumber;
  world.deliveries.tell(messageUpdate(phone, person, { id, atMs, content, quoted, isNumberHidden }));
  return id;
};
