const MAX_ROUNDS = 6;
const ROUND_BASE_MS = 20;

/** Thrown when the table was too busy to process a batch completely, despite all retries. The rest may be retried. */
class NotProcessed extends Error {
  /** The SDK's mark of an error that may be retried. */
  readonly $retryable = {};
  constructor(count: number) {
    super(`${count} items of a batch were not processed`);
    this.name = 'NotProcessed';
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Processes a batch and retries the unprocessed rest with full jitter in between. The client does not retry it,
 * because it only retries failed calls.
 * @param call processes some of the items and returns the others
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
