import type { UsageCounter, UsageStep } from '@prosa/shared/entities/api-usage.ts';
import { baseType } from '@prosa/shared/rules/refused-type.ts';
import type { Draft } from '../turns/message-turns.ts';

type Counted = Pick<Draft, 'media'>;

const counterOf = ({ media }: Counted): UsageCounter => {
  if (media == null) return 'usedText';
  const type = baseType(media.mimeType);
  if (type === 'application/pdf') return 'usedPDF';
  if (type.startsWith('image/')) return 'usedImage';
  return type.startsWith('video/') ? 'usedVideo' : 'usedOther';
};

/**
 * Returns how much a call that sends adds to its day's counters: one for each message that it asked for, even if the
 * channel needs several for a long text. A template counts by its header's file, else as text.
 */
export const usageOf = (drafts: readonly Counted[]): UsageStep => {
  const step: UsageStep = { UsedOnDay: drafts.length };
  for (const draft of drafts) {
    const counter = counterOf(draft);
    step[counter] = (step[counter] ?? 0) + 1;
  }
  return step;
};
