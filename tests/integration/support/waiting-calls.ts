import type { QueueName } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { readTable } from './table-scan.ts';

const callSchema = z.object({ ticketId: z.int() });

/** Returns the calls in the outbox of a queue for a ticket, the oldest first, in whatever FIFO group they are. */
export const waitingCalls = async (
  endpoint: string,
  queue: QueueName,
  { companyId, ticketId }: { companyId: number; ticketId: number },
): Promise<string[]> =>
  (await readTable(endpoint))
    .filter(({ pk }) => pk.startsWith(`C#${companyId}#OUTBOX#${queue}#`))
    .toSorted((a, b) => (a.sk < b.sk ? -1 : 1))
    .map(({ fields }) => z.string().parse(fields.body))
    .filter((body) => callSchema.parse(JSON.parse(body)).ticketId === ticketId);
