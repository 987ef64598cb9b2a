import HourglassDisabledRounded from '@mui/icons-material/HourglassDisabledRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReplyFacts, type ReplyWindowPolicy, replyEnds } from '@prosa/shared/rules/reply-window.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useReplyTexts } from '../../../tickets/hooks/use-reply-texts.ts';

interface WindowClosedProps {
  policy: ReplyWindowPolicy;
  facts: ReplyFacts;
  /** Whether the user has begun a reply. */
  hasDraft: boolean;
}

/** Stands in for the text field while the contact cannot be answered: since when, why, and what changes it. */
export const WindowClosed = ({ policy, facts, hasDraft }: WindowClosedProps) => {
  const { t } = useTranslation('tickets');
  const texts = useReplyTexts();
  const { lastMs } = replyEnds(policy, facts, 'person');
  return (
    <Box role="status" sx={{ display: 'flex', gap: 3, paddingInline: 2, paddingBlock: 3 }}>
      <HourglassDisabledRounded aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
          {lastMs === null ? t('reply.never') : t('reply.closedSince', { when: texts.when(lastMs) })}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('reply.why', { span: texts.span(policy) })} {t('reply.reopens')}
          {hasDraft && ` ${t('reply.draftKept')}`}
        </Typography>
      </Box>
    </Box>
  );
};
