import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { assistantCallRoutes } from '@prosa/shared/contracts/assistant-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { DetailPart } from '../../../components/detail-part.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CallDetail } from '../../call-log/components/call-detail.tsx';
import { failureOf } from '../answer-failure.ts';
import { ConversationLines, WRITTEN_TEXT } from './conversation-lines.tsx';

interface AssistantCallProps {
  assistantId: number;
  callId: string;
  onClose: () => void;
}

/** One call: the conversation that the model got, its answer, and the queue to which it gave the conversation. */
export const AssistantCall = ({ assistantId, callId, onClose }: AssistantCallProps) => {
  const { t } = useTranslation('assistants');
  const params = { id: assistantId, callId };
  const query = useQuery({ ...routeQuery(assistantCallRoutes.call, { params }), meta: { silent: true } });
  return (
    <CallDetail
      query={query}
      reasonOf={({ failure }) => (failure === '' ? null : t(`failure.${failureOf(failure)}`))}
      factsOf={({ tokens }) => [t('usage.tokens', { tokens: formatNumber(tokens) })]}
      onClose={onClose}
    >
      {({ question, answer, handedTo, ticketId }) => (
        <>
          <DetailPart title={t('log.question')}>
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
              <ConversationLines lines={question} />
            </Box>
          </DetailPart>
          {answer !== '' && (
            <DetailPart title={t('log.answer')}>
              <Typography variant="message" component="p" sx={WRITTEN_TEXT}>
                {answer}
              </Typography>
            </DetailPart>
          )}
          {handedTo !== null && (
            <Box>
              <StatusChip
                label={t(ticketId === null ? 'test.handsOver' : 'log.handedOver', { queue: handedTo.name })}
                tone="info"
              />
            </Box>
          )}
        </>
      )}
    </CallDetail>
  );
};
