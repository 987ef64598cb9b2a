import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { PICTURE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import * as z from 'zod';
import type { FileKind } from '../channel.ts';
import {
  type ChannelDriver,
  type Files,
  type Profile,
  type ProviderAccount,
  ProviderFailed,
} from '../driver.ts';
import { graph, metaFile, publicFile } from './graph-client.ts';
import { messagingFileSchema } from './messaging-file.ts';
import { sourceOf } from './source-of.ts';

export type FileContent = Extract<OutboundContent, { key: string }>;

/** What Messenger and Instagram do differently. */
interface Platform {
  /** Kind of the contacts' ids. */
  reachedBy: Identity['kind'];
  /** The page through which messages are sent. */
  pageOf: (account: ProviderAccount) => string;
  /** Makes a file ready for a message, and returns what the message says of it. */
  payloadOf: (account: ProviderAccount, file: FileContent, files: Files) => Promise<object>;
  /** Fields of a person's profile. */
  profileFields: string;
  nameOf: (profile: z.output<typeof profileSchema>) => string;
}

const sentSchema = z.object({ message_id: z.string().min(1).max(200) });
const doneSchema = z.object({ recipient_id: z.string() });
const nameSchema = z.string().nullish();
const profileSchema = z.object({
  first_name: nameSchema,
  last_name: nameSchema,
  name: nameSchema,
  username: nameSchema,
  profile_pic: z.string().nullish(),
});

const ATTACHMENT_TYPES: Readonly<Record<FileKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'file',
};

/** Returns an attachment of a message or an upload. Both apps play every sound, also one that others get as a document. */
export const attachmentOf = (
  { kind, mimeType }: Pick<FileContent, 'kind' | 'mimeType'>,
  payload: object,
) => ({
  type: mimeType.startsWith('audio/') ? ATTACHMENT_TYPES.audio : ATTACHMENT_TYPES[kind],
  payload,
});

const quickReplies = ({ buttons }: Extract<OutboundContent, { kind: 'buttons' }>) =>
  buttons.map((button) => {
    if (button.action !== 'reply') throw new Error(`no quick reply can ${button.action}`);
    return { content_type: 'text', title: button.title, payload: button.id };
  });

/** Whether a profile stays hidden: the person has none, did not consent, or the app may not read profiles. */
const isHidden = ({ remedy }: ProviderFailed): boolean =>
  remedy.does === 'stop' || (remedy.does === 'relink' && remedy.because === 'permission-missing');

/** Returns a person's picture. A failure is not worth a retry: the picture is asked for again with a later ticket. */
const pictureAt = async (address: string | null | undefined): Promise<Profile['picture']> => {
  if (!address) return null;
  try {
    return await metaFile(address, PICTURE_MAX_BYTES);
  } catch (error) {
    if (error instanceof ProviderFailed) return undefined;
    throw error;
  }
};

/** Returns the driver of a channel of the Messenger Platform. */
export const messagingDriver = (platform: Platform): ChannelDriver => {
  const { reachedBy, pageOf, payloadOf, profileFields, nameOf } = platform;

  const recipientOf = (to: readonly Identity[]) => {
    const id = to.find(({ kind }) => kind === reachedBy)?.value;
    if (id === undefined) throw new ProviderFailed('unreachable', { does: 'stop' });
    return { id };
  };

  /** An action travels alone. */
  const actOn = async (account: ProviderAccount, to: readonly Identity[], sender_action: string) => {
    const json = { recipient: recipientOf(to), sender_action };
    await graph({ path: `${pageOf(account)}/messages`, json, token: account.accessToken }, doneSchema);
  };

  const messageOf = async (account: ProviderAccount, content: OutboundContent, files: Files) => {
    switch (content.kind) {
      case 'text':
        return { text: content.text };
      case 'buttons':
        return { text: content.text, quick_replies: quickReplies(content) };
      case 'image':
      case 'video':
      case 'audio':
      case 'document':
        return { attachment: attachmentOf(content, await payloadOf(account, content, files)) };
      case 'contact':
      case 'list':
      case 'location':
      case 'pix':
      case 'poll':
      case 'template':
        throw new Error(`the Messenger Platform has no ${content.kind}`);
    }
  };

  return {
    send: async (account, { to, content, quoted, tag, reference }, files) => {
      const recipient = recipientOf(to);
      const message = await messageOf(account, content, files);
      const json = {
        recipient,
        ...(tag === undefined
          ? { messaging_type: 'RESPONSE' }
          : { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }),
        message: { ...message, metadata: reference },
        ...(quoted === undefined ? {} : { reply_to: { mid: quoted.providerMessageId } }),
      };
      const call = { path: `${pageOf(account)}/messages`, json, token: account.accessToken };
      return (await graph(call, sentSchema)).message_id;
    },

    markRead: (account, { to }) => actOn(account, to, 'mark_seen'),

    // Ends after 20 seconds.
    showTyping: (account, { to }) => actOn(account, to, 'typing_on'),

    fetchFile: (_account, source, maxBytes) =>
      publicFile(sourceOf(messagingFileSchema, source).url, maxBytes),

    profileOf: async ({ accessToken: token }, { value }): Promise<Profile | undefined> => {
      const query = { fields: profileFields };
      try {
        const profile = await graph({ path: encodeURIComponent(value), query, token }, profileSchema);
        return { name: nameOf(profile), picture: await pictureAt(profile.profile_pic) };
      } catch (error) {
        if (error instanceof ProviderFailed && isHidden(error)) return undefined;
        throw error;
      }
    },
  };
};
