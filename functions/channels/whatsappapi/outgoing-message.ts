import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { cloudContact } from './cloud-contact.ts';
import type { CloudMedia } from './cloud-media.ts';

/** Fields of a message's body: `type`, and an object named after it. */
type Fields = Readonly<Record<string, unknown>>;
type ContentOf<K extends OutboundContent['kind']> = Extract<OutboundContent, { kind: K }>;

/** Returns the fields that have a text; Meta refuses empty ones. */
const filled = (fields: Readonly<Record<string, string | undefined>>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined && text !== ''));

const WEB_ADDRESS = /https?:\/\/\S/i;

const textMessage = ({ text }: ContentOf<'text'>): Fields => ({
  type: 'text',
  text: { body: text, ...(WEB_ADDRESS.test(text) ? { preview_url: true } : {}) },
});

const fileMessage = (
  { caption, voice = false }: { caption?: string | undefined; voice?: boolean },
  { kind, id, mimeType, fileName }: CloudMedia,
): Fields => {
  switch (kind) {
    case 'image':
    case 'video':
      return { type: kind, [kind]: { id, ...filled({ caption }) } };
    case 'audio':
      // Only Ogg Opus is shown as a voice note.
      return { type: kind, audio: { id, ...(voice && mimeType === 'audio/ogg' ? { voice } : {}) } };
    case 'document':
      return { type: kind, document: { id, ...filled({ caption, filename: fileName }) } };
  }
};

/** Returns a value of a template; `name` is '' for a numbered variable. */
const textParameter = (name: string, value: string): Fields => ({
  type: 'text',
  ...filled({ parameter_name: name }),
  text: value,
});

const templateHeader = (
  { headerName, headerValue }: ContentOf<'template'>,
  file: CloudMedia | undefined,
): Fields[] => {
  if (file !== undefined) return [{ type: 'header', parameters: [fileMessage({}, file)] }];
  if (headerValue === '') return [];
  return [{ type: 'header', parameters: [textParameter(headerName, headerValue)] }];
};

const templateMessage = (content: ContentOf<'template'>, file: CloudMedia | undefined): Fields => {
  const { name, language, parameters, buttonValues } = content;
  const values = parameters.map((one) => textParameter(one.name, one.value));
  const components = [
    ...templateHeader(content, file),
    ...(values.length === 0 ? [] : [{ type: 'body', parameters: values }]),
    ...buttonValues.map(({ index, kind, value }) => ({
      type: 'button',
      sub_type: kind === 'copy' ? 'copy_code' : kind,
      index: String(index),
      parameters: [kind === 'copy' ? { type: 'coupon_code', coupon_code: value } : textParameter('', value)],
    })),
  ];
  const template = { name, language: { code: language } };
  return { type: 'template', template: components.length === 0 ? template : { ...template, components } };
};

/** Returns an interactive message. Its header is the picture, or else the title. */
const interactiveMessage = (
  type: 'list' | 'button' | 'cta_url',
  { title, text, footer }: { title: string; text: string; footer: string },
  action: Fields,
  picture?: CloudMedia,
): Fields => {
  const titled = title === '' ? undefined : { type: 'text', text: title };
  const header = picture === undefined ? titled : fileMessage({}, picture);
  return {
    type: 'interactive',
    interactive: {
      type,
      ...(header === undefined ? {} : { header }),
      body: { text },
      ...(footer === '' ? {} : { footer: { text: footer } }),
      action,
    },
  };
};

const listMessage = (content: ContentOf<'list'>): Fields => {
  const sections = content.sections.map(({ title, rows }) => ({
    ...filled({ title }),
    rows: rows.map((row) => filled(row)),
  }));
  // Meta requires the title of each of several sections.
  const isTitled = content.sections.every(({ title }) => title !== '');
  return interactiveMessage('list', content, {
    button: content.button,
    sections: isTitled || sections.length === 1 ? sections : [{ rows: sections.flatMap(({ rows }) => rows) }],
  });
};

const buttonsMessage = (content: ContentOf<'buttons'>, picture: CloudMedia | undefined): Fields => {
  const [first] = content.buttons;
  if (first?.action === 'url') {
    const parameters = { display_text: first.title, url: first.url };
    return interactiveMessage('cta_url', content, { name: 'cta_url', parameters }, picture);
  }
  const buttons = content.buttons.map((button) => {
    if (button.action !== 'reply') throw new Error(`the Cloud API has no ${button.action} button`);
    return { type: 'reply', reply: { id: button.id, title: button.title } };
  });
  return interactiveMessage('button', content, { buttons }, picture);
};

/**
 * Returns the fields of a content in the body of a message of the Cloud API.
 * @param content as the channel renders it
 * @param media the content's file after its upload
 * @throws Error for a content that the channel does not render
 */
export const outgoingMessage = (content: OutboundContent, media: CloudMedia | undefined): Fields => {
  switch (content.kind) {
    case 'text':
      return textMessage(content);
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      if (media === undefined) throw new Error('the file is not uploaded');
      return fileMessage(content, media);
    case 'contact':
      return { type: 'contacts', contacts: [cloudContact(content.vcard, content.name)] };
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return { type: 'location', location: { latitude, longitude, ...filled({ name, address }) } };
    }
    case 'list':
      return listMessage(content);
    case 'buttons':
      return buttonsMessage(content, media);
    case 'template':
      return templateMessage(content, media);
    case 'pix':
    case 'poll':
      throw new Error(`the Cloud API has no ${content.kind}`);
  }
};
