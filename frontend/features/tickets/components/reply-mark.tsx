import HourglassBottomRounded from '@mui/icons-material/HourglassBottomRounded';
import HourglassDisabledRounded from '@mui/icons-material/HourglassDisabledRounded';
import type { ReplyFacts, ReplyWindowPolicy } from '@prosa/shared/rules/reply-window.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useReplyTexts } from '../hooks/use-reply-texts.ts';
import { useReplyLeft } from '../hooks/use-reply-window.ts';

/** Marks a ticket of the list if its reply window is closed or ends within two hours. */
export const ReplyMark = ({ policy, facts }: { policy: ReplyWindowPolicy; facts: ReplyFacts }) => {
  const { t } = useTranslation('tickets');
  const texts = useReplyTexts();
  const { window, endMs, minutes, tone } = useReplyLeft(policy, facts);
  if (window === 'closed') {
    const title = endMs === null ? t('reply.never') : t('reply.closedSince', { when: texts.when(endMs) });
    return (
      <span className="chip reply" role="img" aria-label={title} title={title}>
        <HourglassDisabledRounded />
      </span>
    );
  }
  if (endMs === null || tone === 'calm') return null;
  const left = texts.left(minutes);
  const title = t(`reply.until.${window}`, { when: texts.when(endMs) });
  return (
    <span className="chip reply" data-tone={tone} role="img" aria-label={`${title} · ${left}`} title={title}>
      <HourglassBottomRounded />
      {left}
    </span>
  );
};
