import * as z from 'zod';
import type { ProviderAccount, TemplateSample } from '../driver.ts';
import { graph } from '../meta/graph-client.ts';
import { requireMetaApp } from '../meta/meta-app.ts';

/** With a signature as its query, which belongs to the path of the next call. */
const sessionSchema = z.object({
  id: z
    .string()
    .regex(/^upload:[^\s#]+$/)
    .max(1500),
});
const uploadedSchema = z.object({ h: z.string().min(1) });

/** Characters of a file's name in the address of the call, which holds 2,048 with each character encoded. */
const NAME_CHARS = 100;

/**
 * Uploads the example of a header's file to the installation's app at Meta, in one part. A repeated call begins a new
 * session.
 * @returns the handle that the template names; undefined without an example
 * @throws AppError ERR_LINK_NOT_SET_UP without the app's id; ProviderFailed
 */
export const uploadSample = async (
  { accessToken: token }: ProviderAccount,
  sample: TemplateSample | null,
): Promise<string | undefined> => {
  if (sample === null) return undefined;
  const { bytes, mimeType, fileName } = sample;
  const { appId } = await requireMetaApp();
  const query = {
    file_length: String(bytes.byteLength),
    file_type: mimeType,
    ...(fileName === '' ? {} : { file_name: fileName.slice(0, NAME_CHARS).toWellFormed() }),
  };
  const session = await graph({ method: 'POST', path: `${appId}/uploads`, query, token }, sessionSchema);
  const { h } = await graph({ path: session.id, bytes, token }, uploadedSchema);
  return h;
};
