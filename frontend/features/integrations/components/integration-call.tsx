import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DetailPart } from '../../../components/detail-part.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey, routeQuery } from '../../../lib/api/query.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CallDetail } from '../../call-log/components/call-detail.tsx';
import { CodeBody } from '../../messages-api/components/code-body.tsx';
import { readableBody } from '../../messages-api/readable-body.ts';
import { failureOf } from '../call-outcome.ts';
import { ServiceResult } from './service-result.tsx';

interface IntegrationCallProps {
  integrationId: number;
  callId: string;
  onClose: () => void;
}

/** One call: its request and response, with a button that sends the request again. */
export const IntegrationCall = ({ integrationId, callId, onClose }: IntegrationCallProps) => {
  const { t } = useTranslation('integrations');
  const params = { id: integrationId, callId };
  const query = useQuery({ ...routeQuery(integrationRoutes.call, { params }), meta: { silent: true } });
  const repeat = useMutation({
    mutationFn: () => call(integrationRoutes.repeat, { params }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: routeKey(integrationRoutes.calls) }),
  });
  return (
    <CallDetail
      query={query}
      reasonOf={({ failure }) => (failure === '' ? null : t(`failure.${failureOf(failure)}`))}
      onClose={onClose}
      actions={
        <Button
          variant="contained"
          loading={repeat.isPending}
          disabled={query.data === undefined}
          onClick={() => repeat.mutate()}
        >
          {t('log.repeat')}
        </Button>
      }
    >
      {({ request, answer }) => (
        <>
          <DetailPart title={t('log.request')}>
            <CodeBody text={readableBody(request)} />
          </DetailPart>
          {answer !== '' && (
            <DetailPart title={t('log.answer')}>
              <CodeBody text={readableBody(answer)} />
            </DetailPart>
          )}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('log.repeatHelp')}
          </Typography>
          <Box role="status">
            {repeat.data !== undefined && (
              <DetailPart title={t('log.repeated')}>
                <ServiceResult key={repeat.submittedAt} result={repeat.data} />
              </DetailPart>
            )}
          </Box>
        </>
      )}
    </CallDetail>
  );
};
