import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { retryOnConflict } from '@prosa/functions/platform/table/retry-on-conflict.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { reload } from '../../factories/tickets.ts';
import { ownTable } from '../../support/own-company.ts';

/** Retries on ERR_CONFLICT until the work succeeds, as a queue does; any other error fails the test. */
export const untilLanded = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ERR_CONFLICT')) throw error;
    }
  }
};

export interface Storm {
  companyId: number;
  ticketId: number;
  /** Numbers of the writers, which run in parallel. */
  writers: readonly number[];
  changesEach: number;
}

/**
 * Each writer marks its own places in the ticket's last message, one after the other. Returns the attempts of each
 * change.
 */
export const writeTicket = async ({
  companyId,
  ticketId,
  writers,
  changesEach,
}: Storm): Promise<number[]> => {
  const table = ownTable(companyId);
  const tries: number[] = [];
  const mark = async (place: number): Promise<void> => {
    let attempts = 0;
    const land = () =>
      retryOnConflict(async () => {
        attempts += 1;
        const before = await reload(table, ticketId);
        const after = {
          ...before,
          unreadMessages: before.unreadMessages + 1,
          lastMessage: `${before.lastMessage.slice(0, place)}x${before.lastMessage.slice(place + 1)}`,
        };
        await commit([table.put(Ticket, after, before.version)]);
      });
    await untilLanded(land);
    tries.push(attempts);
  };
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < changesEach; n++) await mark(writer * changesEach + n);
  };
  await Promise.all(writers.map(write));
  return tries;
};
