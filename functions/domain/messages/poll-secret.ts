import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Ids } from '../../platform/ids.ts';

/** Length of the key that WhatsApp's phones encrypt their votes with. */
const SECRET_BYTES = 32;

/** Returns the content with a new key for the votes, if it is a poll; other content unchanged. */
export const withPollSecret = (content: OutboundContent, ids: Pick<Ids, 'token'>): OutboundContent =>
  content.kind === 'poll'
    ? { ...content, secret: Buffer.from(ids.token(SECRET_BYTES), 'base64url').toString('base64') }
    : content;

/** Returns the key of a poll's votes, in base64; empty for other content. */
export const pollSecretOf = (content: OutboundContent): string =>
  content.kind === 'poll' && content.secret !== undefined ? content.secret : '';
