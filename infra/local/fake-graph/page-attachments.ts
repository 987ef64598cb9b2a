import type { Page } from './accounts.ts';
import type { Shown } from './conversation.ts';
import { fetchLink } from './fetch-link.ts';
import { attachmentProblem } from './file-limits.ts';
import type { GraphCall, SentFile } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import type { Media } from './media.ts';
import { type FileAttachment, parseUpload } from './page-message.ts';
import type { World } from './world.ts';

/** Subcodes of attachments that Meta cannot fetch, does not support, or that are too large. */
const NOT_FETCHED = 2018008;
const PROBLEMS = { type: 2018047, size: 2018109 } as const;

type PageChannel = 'facebook' | 'instagram';

const requireUsable = (
  file: SentFile | undefined,
  type: FileAttachment['type'],
  channel: PageChannel,
): SentFile => {
  if (file === undefined)
    throw new GraphRefused(100, { subcode: NOT_FETCHED, details: 'Failed to fetch the file from the url' });
  const problem = attachmentProblem(file, type, channel);
  if (problem !== undefined)
    throw new GraphRefused(100, {
      subcode: PROBLEMS[problem],
      details: `Upload attachment failure: ${problem}`,
    });
  return file;
};

/** Carries out `POST /{page}/message_attachments`. */
export const uploadAttachment = async (world: World, page: Page, call: GraphCall) => {
  const { type, payload } = parseUpload(call.params.message);
  const [sent] = Object.values(call.files);
  if (sent === undefined && payload?.url === undefined)
    throw new GraphRefused(100, { details: 'The parameter filedata or a url is required' });
  const file = requireUsable(sent ?? (await fetchLink(payload?.url ?? '')), type, 'facebook');
  return { attachment_id: world.media.keep(page.id, file, 'business').id };
};

/** Returns the file of an attachment. @throws GraphRefused 100 with the subcode of the problem */
const fileOf = async (
  world: World,
  page: Page,
  channel: PageChannel,
  { type, payload }: FileAttachment,
): Promise<Media> => {
  if (payload.attachment_id === undefined) {
    const file = requireUsable(await fetchLink(payload.url ?? ''), type, channel);
    return world.media.keep(page.id, file, 'business');
  }
  const media = world.media.find(payload.attachment_id);
  if (media === undefined || media.accountId !== page.id)
    throw new GraphRefused(100, { details: 'Invalid attachment_id' });
  requireUsable(
    { name: media.name, mimeType: media.mimeType, bytes: world.media.read(media) },
    type,
    channel,
  );
  return media;
};

/** Returns what a customer sees of an attachment. */
export const showAttachment = async (
  world: World,
  page: Page,
  channel: PageChannel,
  attachment: FileAttachment,
): Promise<Shown> => {
  const { id, mimeType, size, name } = await fileOf(world, page, channel, attachment);
  const { type } = attachment;
  const fileName = type === 'file' ? { fileName: name } : {};
  return { type: type === 'file' ? 'document' : type, media: { id, mimeType, size, ...fileName } };
};
