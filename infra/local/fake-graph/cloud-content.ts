import type { CloudContent } from './cloud-message.ts';
import type { Shown } from './conversation.ts';
import { fetchLink } from './fetch-link.ts';
import { type CloudFileKind, cloudFileProblem } from './file-limits.ts';
import { GraphRefused } from './graph-refused.ts';
import { fillTemplate } from './template-message.ts';
import type { World } from './world.ts';

/** What a customer sees of a message; or the error with which it fails after it was accepted. */
export interface CloudShown {
  shown: Shown;
  /** Price category of the message. */
  category: string;
  failedCode?: number;
}

interface FileContent {
  id?: string | undefined;
  link?: string | undefined;
  caption?: string | undefined;
  filename?: string | undefined;
}

const MEDIA_FAILED = 131053;

/**
 * Returns the file of a message. A file that Meta cannot fetch or use fails the message later.
 * @throws GraphRefused 131009 for an unknown or expired id
 */
const fileOf = async (world: World, phoneId: string, kind: CloudFileKind, sent: FileContent) => {
  const text = sent.caption === undefined || sent.caption === '' ? {} : { text: sent.caption };
  const media = sent.id === undefined ? undefined : world.media.find(sent.id);
  if (sent.id !== undefined && media?.accountId !== phoneId)
    throw new GraphRefused(131009, { details: `${kind}.id: the media does not exist` });
  const bytes = media === undefined ? await fetchLink(sent.link ?? '') : world.media.read(media);
  const file =
    bytes === undefined
      ? undefined
      : Buffer.isBuffer(bytes)
        ? { name: media?.name ?? '', mimeType: media?.mimeType ?? '', bytes }
        : bytes;
  if (file === undefined || cloudFileProblem(file, kind) !== undefined)
    return { shown: { type: kind, ...text }, failedCode: MEDIA_FAILED };
  const kept = media ?? world.media.keep(phoneId, file, 'business');
  const fileName = sent.filename ?? (kind === 'document' ? file.name : undefined);
  const shownFile = { id: kept.id, mimeType: kept.mimeType, size: kept.size };
  return {
    shown: { type: kind, ...text, media: { ...shownFile, ...(fileName === undefined ? {} : { fileName }) } },
  };
};

const vcardOf = (name: string, phones: readonly { phone: string }[]): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${name}`,
    ...phones.map(({ phone }) => `TEL:${phone}`),
    'END:VCARD',
  ].join('\n');

type Interactive = Extract<CloudContent, { type: 'interactive' }>['content'];

const showInteractive = (interactive: Interactive): Shown => {
  const { body } = interactive;
  const header =
    'header' in interactive && interactive.header?.type === 'text' ? [interactive.header.text] : [];
  const footer = 'footer' in interactive && interactive.footer !== undefined ? [interactive.footer.text] : [];
  const text = [...header, body.text, ...footer].join('\n\n');
  switch (interactive.type) {
    case 'list': {
      const rows = interactive.action.sections.flatMap((section) => section.rows);
      return { type: 'list', text, options: rows.map(({ id, title }) => ({ id, title })) };
    }
    case 'button':
      return { type: 'buttons', text, options: interactive.action.buttons.map(({ reply }) => reply) };
    case 'cta_url': {
      const { display_text, url } = interactive.action.parameters;
      return { type: 'buttons', text: `${text}\n\n${display_text}: ${url}` };
    }
    case 'location_request_message':
      return { type: 'location-request', text };
    case 'flow':
      return { type: 'flow', text: `${text}\n\n${interactive.action.parameters.flow_cta}` };
  }
};

/**
 * Converts the content of a send to what the customer sees.
 * @throws GraphRefused for files, templates and messages that do not exist
 */
export const showCloudContent = async (
  world: World,
  phoneId: string,
  message: CloudContent,
): Promise<CloudShown> => {
  const service = (shown: Shown): CloudShown => ({ shown, category: 'service' });
  switch (message.type) {
    case 'text':
      return service({ type: 'text', text: message.content.body });
    case 'audio': {
      const { id, link, voice } = message.content;
      const { shown, ...rest } = await fileOf(world, phoneId, 'audio', { id, link });
      return { ...service({ ...shown, type: voice === true ? 'voice' : 'audio' }), ...rest };
    }
    case 'image':
    case 'video':
    case 'document':
    case 'sticker': {
      const { shown, ...rest } = await fileOf(world, phoneId, message.type, message.content);
      return { ...service(shown), ...rest };
    }
    case 'location': {
      const { latitude, longitude, name } = message.content;
      const place = { latitude, longitude, ...(name === undefined ? {} : { name }) };
      return service({ type: 'location', location: place });
    }
    case 'contacts': {
      const [first] = message.content;
      const name = first?.name.formatted_name ?? '';
      return service({ type: 'contact', card: { name, vcard: vcardOf(name, first?.phones ?? []) } });
    }
    case 'reaction': {
      const { message_id, emoji } = message.content;
      if (world.conversation.get(message_id)?.accountId !== phoneId)
        throw new GraphRefused(131009, { details: 'reaction.message_id: the message does not exist' });
      return service({ type: 'reaction', emoji, target: message_id });
    }
    case 'interactive':
      return service(showInteractive(message.content));
    case 'template': {
      const { category, text, options, file } = fillTemplate(world.templates.all(), message.content);
      const { shown: header, ...rest } =
        file === undefined ? { shown: {} } : await fileOf(world, phoneId, file.kind, file.sent);
      const shown = { ...header, type: 'template', text, options };
      return { shown, category: category.toLowerCase(), ...rest };
    }
  }
};
