import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import * as z from 'zod';
import { type ChannelDriver, ProviderFailed } from '../driver.ts';
import { graph } from '../meta/graph-client.ts';
import { fetchCloudFile, uploadMedia } from './cloud-media.ts';
import { cloudTemplates } from './cloud-templates.ts';
import { outgoingMessage } from './outgoing-message.ts';

const sentSchema = z.object({
  messages: z.tuple([z.object({ id: z.string().min(1).max(200) })], z.unknown()),
});
const doneSchema = z.object({ success: z.literal(true) });

/** How the ids of the Cloud API's messages begin; Meta refuses to quote any other. */
const OWN_ID = 'wamid.';

/**
 * Returns the address of a contact: the group, else the phone number, else the id of a person who hides the number.
 * Meta does not take that id for every content.
 */
const addressOf = (to: readonly Identity[]) => {
  const idOf = (kind: Identity['kind']) => to.find((identity) => identity.kind === kind)?.value;
  const [group, phone, bsuid] = [idOf('group'), idOf('phone'), idOf('bsuid')];
  if (group !== undefined) return { recipient_type: 'group', to: group };
  // Without the plus, Meta puts the business's own country code in front.
  if (phone !== undefined) return { recipient_type: 'individual', to: `+${phone}` };
  if (bsuid !== undefined) return { recipient_type: 'individual', recipient: bsuid };
  throw new ProviderFailed('no-whatsapp-identity', { does: 'stop' });
};

/** Returns the file that a content shows. */
const fileOf = (content: OutboundContent) => {
  if ('key' in content) return content;
  if (content.kind === 'template') return content.file;
  return content.kind === 'buttons' && content.image !== undefined
    ? { kind: 'image' as const, ...content.image }
    : undefined;
};

/** WhatsApp's Cloud API. */
export const cloudDriver: ChannelDriver = {
  send: async (account, { to, content, quoted, reference }, files) => {
    const address = addressOf(to);
    const file = fileOf(content);
    const media = file === undefined ? undefined : await uploadMedia(account, file, files);
    const isQuotable = quoted?.providerMessageId.startsWith(OWN_ID) === true;
    const json = {
      messaging_product: 'whatsapp',
      ...address,
      ...(isQuotable ? { context: { message_id: quoted.providerMessageId } } : {}),
      biz_opaque_callback_data: reference,
      ...outgoingMessage(content, media),
    };
    const { accountId, accessToken: token } = account;
    const { messages } = await graph({ path: `${accountId}/messages`, json, token }, sentSchema);
    return messages[0].id;
  },

  // Also marks the earlier messages of the chat.
  markRead: async ({ accountId, accessToken: token }, { providerMessageIds: [newest] }) => {
    const json = { messaging_product: 'whatsapp', status: 'read', message_id: newest };
    await graph({ path: `${accountId}/messages`, json, token }, doneSchema);
  },

  // Ends with the answer, or after 25 seconds. Also marks the message as read.
  showTyping: async ({ accountId, accessToken: token }, { newestId }) => {
    const typing_indicator = { type: 'text' };
    const json = { messaging_product: 'whatsapp', status: 'read', message_id: newestId, typing_indicator };
    await graph({ path: `${accountId}/messages`, json, token }, doneSchema);
  },

  fetchFile: fetchCloudFile,

  // The provider tells a name with each message.
  profileOf: () => Promise.resolve(undefined),

  templates: cloudTemplates,
};
