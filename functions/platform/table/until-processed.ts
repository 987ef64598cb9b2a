const MAX_ROUNDS = 6;
const ROUND_BASE_MS = 20;

/** The table was too busy to take all of a batch, however often it was asked. What was left may be asked for again. */
class NotProcessed extends Error {
  /** As the SDK marks what may be tried again. */
  readonly $retryable = {};
  constructor(count: number) {
    super(`${count} items of a batch were not processed`);
    this.name = 'NotProcessed';
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Asks for a batch and then, with full jitter in between, for what the table left of it: an answer like any other to
 * the client, which tries again only calls that failed.
 * @param call processes what it can of some items and returns the others
 */
export const untilProcessed = async <T>(
  items: readonly T[],
  call: (pending: T[]) => Promise<readonly T[]>,
): Promise<void> => {
  let pending = [...items];
  for (let round = 0; pending.length > 0; round++) {
    if (round >= MAX_ROUNDS) throw new NotProcessed(pending.length);
    if (round > 0) await wait(Math.random() * ROUND_BASE_MS * 2 ** round);
    pending = [...(await call(pending))];
  }
};
