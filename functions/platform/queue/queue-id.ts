import { hashedText } from '../ids.ts';

/** What SQS takes as a group or deduplication id: 1 to 128 ASCII letters, digits and punctuation (`SendMessage`). */
const ACCEPTED = /^[!-~]{1,128}$/;

/**
 * Returns a text as a group or deduplication id of SQS. Texts may contain ids that customers and providers choose. A
 * text that SQS does not accept becomes its SHA-256 in base64url, 43 characters. Texts that it accepts are not hashed,
 * so a conversation keeps its group when a release is deployed. Our texts begin with an id of ours and a separator,
 * which a hash does not have: nothing that a sender chooses can equal the hash of another text.
 */
export const queueId = (text: string): string => (ACCEPTED.test(text) ? text : hashedText(text));
