import type { ReplyWindowPolicy } from '@prosa/shared/rules/reply-window.ts';
import type { TFunction } from 'i18next';
import { dayOf, daysAgo, formatDateTime, formatTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { spanOf, splitMinutes } from '../reply-time.ts';

const instantOf = (ms: number): string => new Date(ms).toISOString();

const whenText = (t: TFunction<'tickets'>, ms: number): string => {
  const instant = instantOf(ms);
  const days = daysAgo(dayOf(instant));
  if (days === 0) return formatTime(instant);
  return days === -1 ? t('reply.tomorrow', { time: formatTime(instant) }) : formatDateTime(instant);
};

/** Returns functions that put times of reply windows into words. */
export const useReplyTexts = () => {
  const { t } = useTranslation('tickets');
  return {
    /** When a window ends or ended: the time today, tomorrow by name, else with its date. */
    when: (ms: number): string => whenText(t, ms),
    /** How long is left: `3 h 10 min`. */
    left: (minutes: number): string => {
      const { unit, ...numbers } = splitMinutes(minutes);
      return minutes === 0 ? t('reply.left.now') : t(`reply.left.${unit}`, numbers);
    },
    /** How long a user may answer after the contact wrote: `24 hours`. */
    span: ({ afterWordMs, taggedMs }: ReplyWindowPolicy): string => {
      const { unit, number } = spanOf(Math.max(afterWordMs, taggedMs ?? 0));
      return t(`reply.span.${unit}`, { number });
    },
  };
};
