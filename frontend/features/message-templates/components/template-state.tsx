import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import { StatusChip } from '../../../components/status-chip.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { knownReason, QUALITY_COLOURS, STATUS_TONES } from '../template-terms.ts';

const DOT_PX = 8;

/** The quality that contacts' reactions gave a template; nothing while it is unknown. */
const Quality = ({ quality }: Pick<MessageTemplateView, 'quality'>) => {
  const { t } = useTranslation('message-templates');
  if (quality === 'UNKNOWN') return null;
  return (
    <Typography
      variant="caption"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
    >
      <Box
        aria-hidden
        sx={{ width: DOT_PX, height: DOT_PX, borderRadius: '50%', bgcolor: QUALITY_COLOURS[quality] }}
      />
      {t(`quality.${quality}`)}
    </Typography>
  );
};

/** A template's status and quality, and why it was rejected. */
export const TemplateState = ({ template }: { template: MessageTemplateView }) => {
  const { t } = useTranslation('message-templates');
  const { status, quality, rejectedReason } = template;
  const reason = knownReason(rejectedReason);
  return (
    <Box sx={{ paddingBlock: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <StatusChip label={t(`status.${status}`)} tone={STATUS_TONES[status]} />
        <Quality quality={quality} />
      </Box>
      {status === 'REJECTED' && rejectedReason !== '' && (
        <Typography
          variant="caption"
          sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        >
          {reason === undefined ? t('reasonOther', { reason: rejectedReason }) : t(`reason.${reason}`)}
        </Typography>
      )}
    </Box>
  );
};
