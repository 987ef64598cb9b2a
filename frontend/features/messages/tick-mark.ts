import type { MessageView } from '@prosa/shared/contracts/messages.ts';

export type Mark = 'private' | 'failed' | 'unknown' | 'waiting' | 'sent' | 'delivered' | 'read' | 'played';

const DELIVERED = 2;
const READ = 3;
const PLAYED = 4;

/** Returns the mark that an own message has behind its time. */
export const markOf = ({ sendState, ack, media }: Pick<MessageView, 'sendState' | 'ack' | 'media'>): Mark => {
  if (sendState === 'private') return 'private';
  if (sendState === 'failed' || sendState === 'unknown') return sendState;
  if (ack >= PLAYED && media?.voice === true) return 'played';
  if (ack >= READ) return 'read';
  if (ack >= DELIVERED) return 'delivered';
  return sendState === 'sent' || ack > 0 ? 'sent' : 'waiting';
};
