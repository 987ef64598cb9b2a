import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';

const CONNECTION_TIMES = [
  'expiresTicket',
  'expiresTicketNPS',
  'timeInactiveMessage',
  'whenExpiresTicket',
  'timeSendQueue',
  'sendIdQueue',
] as const satisfies readonly (keyof Connection)[];
const QUEUE_TIMES = ['rotation', 'rotationMinutes'] as const satisfies readonly (keyof Queue)[];

/** Whether tickets wait for other times by a connection than before. */
export const changesTimes = (before: Connection, after: Connection): boolean =>
  CONNECTION_TIMES.some((field) => before[field] !== after[field]);

/** Whether tickets are offered otherwise in a queue than before. */
export const changesRotation = (before: Queue, after: Queue): boolean =>
  QUEUE_TIMES.some((field) => before[field] !== after[field]);
