/**
 * Thrown by a queue's worker for a message whose time has not come, for example under a provider's rate limit: the
 * message, and on a FIFO queue those behind it in its group, are received again after `delayS` seconds. Nothing is
 * logged as failed.
 */
export class RetryLater extends Error {
  readonly delayS: number;
  constructor(delayS: number) {
    super(`retry in ${delayS} s`);
    this.name = 'RetryLater';
    this.delayS = delayS;
  }
}
