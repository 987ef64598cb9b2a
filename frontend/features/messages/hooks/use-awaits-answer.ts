import { useInfiniteQuery } from '@tanstack/react-query';
import { historyOptions } from '../conversation-query.ts';
import { awaitsAnswer } from '../template-values.ts';

/** Returns whether the conversation has a template that the contact has not answered yet, as far as it is loaded. */
export const useAwaitsAnswer = (uuid: string): boolean =>
  useInfiniteQuery({
    ...historyOptions(uuid),
    select: ({ pages }) => awaitsAnswer(pages[0]?.messages ?? []),
  }).data ?? false;
