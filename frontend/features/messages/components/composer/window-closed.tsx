import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import HourglassDisabledRounded from '@mui/icons-material/HourglassDisabledRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReplyFacts, type ReplyWindowPolicy, replyEnds } from '@prosa/shared/rules/reply-window.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useReplyTexts } from '../../../tickets/hooks/use-reply-texts.ts';
import { useAwaitsAnswer } from '../../hooks/use-awaits-answer.ts';

interface WindowClosedProps {
  uuid: string;
  policy: ReplyWindowPolicy;
  facts: ReplyFacts;
  /** Whether the user has begun a reply. */
  hasDraft: boolean;
  /** Opens the choice of a message template; undefined on a channel without templates. */
  onTemplate: (() => void) | undefined;
}

/** Stands in for the text field while the contact cannot be answered: since when, why, and what changes it. */
export const WindowClosed = ({ uuid, policy, facts, hasDraft, onTemplate }: WindowClosedProps) => {
  const { t } = useTranslation(['tickets', 'messages']);
  const texts = useReplyTexts();
  const { lastMs } = replyEnds(policy, facts, 'person');
  const awaitsAnswer = useAwaitsAnswer(uuid);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        paddingInline: 2,
        paddingBlock: 3,
      }}
    >
      <Box role="status" sx={{ display: 'flex', flex: '1 1 320px', gap: 3, minWidth: 0 }}>
        <HourglassDisabledRounded aria-hidden sx={{ color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
            {awaitsAnswer
              ? t('messages:template.sent')
              : lastMs === null
                ? t('reply.never')
                : t('reply.closedSince', { when: texts.when(lastMs) })}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {awaitsAnswer
              ? t('messages:template.opens', { span: texts.span(policy) })
              : `${t('reply.why', { span: texts.span(policy) })} ${t('reply.reopens')}`}
            {hasDraft && ` ${t('reply.draftKept')}`}
          </Typography>
        </Box>
      </Box>
      {onTemplate !== undefined && (
        <Button
          variant={awaitsAnswer ? 'outlined' : 'contained'}
          startIcon={<DescriptionOutlined />}
          onClick={onTemplate}
        >
          {t('messages:template.send')}
        </Button>
      )}
    </Box>
  );
};
