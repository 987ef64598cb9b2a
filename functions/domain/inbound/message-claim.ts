import type { Message, MessageChange } from '@prosa/shared/entities/message.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { haveCommon } from '../contacts/canonical-identity.ts';

/** Who asks for a change: the chat it came from, and the writer in a group. */
export type Claim = Pick<Extract<MessageChange, { type: 'edit' }>, 'from' | 'writer'>;

/**
 * Whether a change may be made to a message: it must come from the message's own conversation, and an edit in a group
 * from the message's writer. Anybody who knows an id could otherwise change a message of another customer of the same
 * account. The provider alone reports receipts and failures. A change that an earlier release took in may name no
 * chat, and is accepted.
 * @param identities of the message's contact
 */
export const mayChange = (
  change: MessageChange,
  { participant }: Pick<Message, 'participant'>,
  identities: readonly Identity[],
): boolean => {
  if (change.type === 'receipt' || change.type === 'send-failure' || change.from === undefined) return true;
  if (!haveCommon(identities, change.from)) return false;
  const writer = participant?.identity;
  if (change.type !== 'edit' || change.fromMe || writer === undefined) return true;
  return haveCommon([writer], change.writer ?? []);
};
