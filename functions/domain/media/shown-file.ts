import type { Message } from '@prosa/shared/entities/message.ts';

type WithFile = Pick<Message, 'media' | 'isDeleted'>;

/** Returns the storage key of the file that a message shows; undefined if it has none or no longer shows it. */
export const shownFile = (message: WithFile | undefined): string | undefined =>
  message?.media?.state === 'stored' && !message.isDeleted ? message.media.key : undefined;

/**
 * Returns the files that nobody sees any more after a change of a message: it was deleted on either side, or removed.
 * A file belongs to one message alone, because forwarding copies it. A quote shows the file only as long as the
 * quoted message has it.
 */
export const releasedFiles = (
  earlier: readonly (WithFile | undefined)[],
  after: WithFile | undefined,
): string[] => [
  ...new Set(
    earlier
      .map(shownFile)
      .filter((key) => key !== undefined)
      .filter((key) => key !== shownFile(after)),
  ),
];
