import type { FlowTryOutStep } from '@prosa/shared/entities/flow-try-out.ts';

/** A step of a tried out conversation: what the customer wrote, and what the flow did. */
export interface TriedStep {
  /** When it happened. */
  at: string;
  /** The customer's text; null for the start and for the end of a pause. */
  said: string | null;
  result: FlowTryOutStep;
}

const MEDIA_TYPES = { text: 'extendedTextMessage', image: 'image', audio: 'audio', video: 'video' } as const;

/** A message of a tried out conversation. */
export interface TriedLine {
  at: string;
  fromMe: boolean;
  text: string;
  mediaType: (typeof MEDIA_TYPES)[keyof typeof MEDIA_TYPES];
  /** What wrote it; empty for the customer. */
  rule: string;
}

/**
 * Returns the messages of a tried out conversation, in order.
 * @param fileName returns a file's name as the user had it, from its name in the nodes
 */
export const linesOf = (steps: readonly TriedStep[], fileName: (name: string) => string): TriedLine[] =>
  steps.flatMap(({ at, said, result }) => [
    ...(said === null
      ? []
      : [{ at, fromMe: false, text: said, mediaType: MEDIA_TYPES.text, rule: '' } satisfies TriedLine]),
    ...result.messages.map(
      ({ kind, text, file }): TriedLine => ({
        at,
        fromMe: true,
        text: kind === 'text' ? text : fileName(file),
        mediaType: MEDIA_TYPES[kind],
        rule: 'flow',
      }),
    ),
  ]);

/** Returns the node at which a tried out conversation is, or where it ended; null before it begins. */
export const placeOf = (steps: readonly TriedStep[]): string | null => {
  const last = steps.at(-1)?.result;
  return last?.state?.nodeId ?? last?.nodes.at(-1) ?? null;
};
