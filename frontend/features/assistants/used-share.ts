import type { AssistantView } from '@prosa/shared/contracts/assistants.ts';

/** Returns the share of the month's tokens that is used, 0 to 1; null without a limit. */
export const usedShare = ({
  monthlyTokens,
  usage,
}: Pick<AssistantView, 'monthlyTokens' | 'usage'>): number | null =>
  monthlyTokens === 0 ? null : Math.min(1, usage.tokens / monthlyTokens);
