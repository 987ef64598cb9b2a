import Typography from '@mui/material/Typography';
import type { ReplyFacts, ReplyWindowPolicy } from '@prosa/shared/rules/reply-window.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useReplyTexts } from '../../../tickets/hooks/use-reply-texts.ts';
import { useReplyLeft } from '../../../tickets/hooks/use-reply-window.ts';

/** Shows until when the contact may be answered, and how long that is; nothing once the window is closed. */
export const ReplyCountdown = ({ policy, facts }: { policy: ReplyWindowPolicy; facts: ReplyFacts }) => {
  const { t } = useTranslation('tickets');
  const texts = useReplyTexts();
  const { window, endMs, minutes, tone } = useReplyLeft(policy, facts);
  if (window === 'closed' || endMs === null) return null;
  const until = t(`reply.until.${window}`, { when: texts.when(endMs) });
  const remaining = t('reply.remaining', { count: minutes, left: texts.left(minutes) });
  return (
    <Typography
      variant="caption"
      role="timer"
      data-tone={tone}
      sx={{
        paddingInline: 2,
        borderRadius: 1,
        fontVariantNumeric: 'tabular-nums',
        ...(tone === 'calm'
          ? { color: 'text.secondary' }
          : { color: 'warning.text', bgcolor: 'warning.soft', fontWeight: 'fontWeightMedium' }),
      }}
    >
      {`${until} · ${remaining}`}
    </Typography>
  );
};
