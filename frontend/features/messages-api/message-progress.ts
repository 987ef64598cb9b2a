import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';

export type MessageStatus = ResponseOf<typeof externalRoutes.messageStatus>;
/** How far a message has come, for a text. */
export type Progress = 'pending' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';

const DELIVERED = 2;
const READ = 3;

/** Returns how far a message has come: its state and, once it was sent, the ticks of the contact's device. */
export const progressOf = ({ state, ack }: Pick<MessageStatus, 'state' | 'ack'>): Progress => {
  if (state !== 'sent') return state;
  if (ack >= READ) return 'read';
  return ack === DELIVERED ? 'delivered' : 'sent';
};

/** Whether nothing more will happen to a message. */
export const isSettled = (progress: Progress): boolean => progress === 'read' || progress === 'failed';
