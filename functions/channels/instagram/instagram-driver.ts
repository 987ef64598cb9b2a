import { ProviderFailed } from '../driver.ts';
import { messagingDriver } from '../meta/messaging-driver.ts';

/** The types of files that Instagram takes. */
const TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'audio/aac',
  'audio/mp4',
  'audio/m4a',
  'audio/x-m4a',
  'audio/wav',
  'audio/x-wav',
  'video/mp4',
  'video/ogg',
  'video/x-msvideo',
  'video/quicktime',
  'video/webm',
  'application/pdf',
]);

/** Instagram's direct messages, through the page that the account is linked to. Meta fetches files by their links. */
export const instagramDriver = messagingDriver({
  reachedBy: 'igsid',
  pageOf: ({ businessId }) => businessId,
  payloadOf: async (_account, { key, mimeType }, files) => {
    const [type = ''] = mimeType.toLowerCase().split(';');
    if (!TYPES.has(type.trim())) throw new ProviderFailed('media-refused', { does: 'stop' });
    return { url: await files.link(key) };
  },
  profileFields: 'name,username,profile_pic',
  nameOf: ({ name, username }) => name || username || '',
});
