import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';

/** Characters outside XML 1.0, which a queue does not carry: controls, lone surrogates, and U+FFFE and U+FFFF. */
const NOT_CARRIED = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/**
 * Returns a text in the characters that queue and table carry (those of XML 1.0); every other one is
 * replaced by U+FFFD, as SQS documents it. So a character takes three bytes at most.
 */
export const carriedText = (text: string): string => text.replace(NOT_CARRIED, '\uFFFD');

const carried = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? carriedText(value) : value;

/** Returns an event as the body of a message of the inbound queue. */
export const eventBody = (event: InboundEvent): string => JSON.stringify(event, carried);
