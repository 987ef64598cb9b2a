import * as z from 'zod';
import { attachmentOf, messagingDriver } from '../meta/messaging-driver.ts';
import { fileForUpload, upload } from '../meta/upload-file.ts';

const uploadedSchema = z.object({ attachment_id: z.string().min(1) });

/** Messenger. Files are uploaded, so that Meta needs no link to them. */
export const facebookDriver = messagingDriver({
  reachedBy: 'psid',
  pageOf: ({ accountId }) => accountId,
  payloadOf: async ({ accountId, accessToken: token }, file, files) => {
    const { key, mimeType, fileName } = file;
    const form = new FormData();
    form.set('message', JSON.stringify({ attachment: attachmentOf(file, { is_reusable: true }) }));
    form.set('filedata', await fileForUpload(files, key, mimeType), fileName === '' ? 'file' : fileName);
    return upload({ path: `${accountId}/message_attachments`, form, token }, uploadedSchema);
  },
  profileFields: 'first_name,last_name,profile_pic',
  nameOf: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
});
