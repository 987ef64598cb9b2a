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

/** Whether a change of a connection changes the times that its tickets wait for. */
export const changesTimes = (before: Connection, after: Connection): boolean =>
  CONNECTION_TIMES.some((field) => before[field] !== after[field]);

/** Whether a change of a queue changes how its tickets are offered to attendants. */
export const changesRotation = (before: Queue, after: Queue): boolean =>
  QUEUE_TIMES.some((field) => before[field] !== after[field]);
