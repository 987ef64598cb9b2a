import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { parseMessageId } from '../../domain/message-id.ts';

/** The reference that we send with a message, `<message id>#<attempt>`. */
const REFERENCE = /^([\d.a-z-]{1,200})#([1-9]\d{0,8})$/;

/**
 * Returns the message and attempt of ours that Meta repeats with an update; undefined for a reference of another program
 * of the company.
 */
export const sentAsOf = (reference: string | undefined): InboundEventOf<'receipt'>['sentAs'] => {
  const [, messageId, attempt] = REFERENCE.exec(reference ?? '') ?? [];
  if (messageId === undefined || parseMessageId(messageId) === undefined) return undefined;
  return { messageId, attempt: Number(attempt) };
};
