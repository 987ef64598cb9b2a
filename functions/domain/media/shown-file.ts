import type { Message } from '@prosa/shared/entities/message.ts';

type WithFile = Pick<Message, 'media' | 'isDeleted'>;

/** The key of the file that a message shows; undefined where it has none, or none any more. */
export const shownFile = (message: WithFile | undefined): string | undefined =>
  message?.media?.state === 'stored' && !message.isDeleted ? message.media.key : undefined;

/**
 * The files that nobody sees any more after a change of a message: it was deleted, on whichever side, or removed. A file
 * is one message's alone: what is forwarded is copied, and a quote shows the file only as long as
 * the message that it quotes has it.
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
