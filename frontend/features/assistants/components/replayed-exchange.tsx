import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { PastExchangeView } from '@prosa/shared/contracts/assistant-replays.ts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { IconAction } from '../../../components/icon-action.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { AnswerSources } from '../../corrections/components/answer-sources.tsx';
import { failureOf } from '../answer-failure.ts';
import type { Replayed } from '../hooks/use-replay.ts';
import { ConversationLines, WRITTEN_TEXT } from './conversation-lines.tsx';

/** One side of the comparison. */
const Side = ({ by, children }: { by: string; children: ReactNode }) => (
  <Box
    role="group"
    aria-label={by}
    sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1, minWidth: 0 }}
  >
    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
      {by}
    </Typography>
    {children}
  </Box>
);

const Answer = ({ answer }: { answer: Replayed }) => {
  const { t } = useTranslation(['assistant-replay', 'assistants']);
  if (!answer.ok)
    return (
      <Alert severity="warning">
        {t('assistants:test.failed', { reason: t(`assistants:failure.${failureOf(answer.failure)}`) })}
      </Alert>
    );
  return (
    <>
      {answer.answer !== '' && (
        <Typography variant="message" component="p" sx={WRITTEN_TEXT}>
          {answer.answer}
        </Typography>
      )}
      {answer.answer !== '' && <AnswerSources sources={answer.sources} areLinks />}
      {answer.queue !== null && (
        <StatusChip label={t('assistants:test.handsOver', { queue: answer.queue.name })} tone="info" />
      )}
    </>
  );
};

interface ReplayedExchangeProps {
  exchange: PastExchangeView;
  /** undefined while the assistant has not answered. */
  answer: Replayed | undefined;
  isRunning: boolean;
}

/** A question of a past conversation, with the answer of people beside that of the assistant. */
export const ReplayedExchange = ({ exchange, answer, isRunning }: ReplayedExchangeProps) => {
  const { t } = useTranslation('assistant-replay');
  const navigate = useNavigate();
  const { at, answeredBy, ticketUuid } = exchange;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        padding: 4,
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {formatDateTime(at)}
          </Typography>
          <ConversationLines lines={exchange.lines} />
        </Box>
        <IconAction
          label={t('open')}
          icon={<OpenInNewRounded />}
          onClick={() => void navigate(paths.ticket(ticketUuid))}
        />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Side by={answeredBy === '' ? t('people') : t('person', { name: answeredBy })}>
          <Typography variant="message" component="p" sx={WRITTEN_TEXT}>
            {exchange.answer}
          </Typography>
        </Side>
        <Side by={t('assistant')}>
          {answer !== undefined && <Answer answer={answer} />}
          {answer === undefined &&
            (isRunning ? (
              <Skeleton variant="text" width="70%" />
            ) : (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('notAsked')}
              </Typography>
            ))}
        </Side>
      </Box>
    </Box>
  );
};
