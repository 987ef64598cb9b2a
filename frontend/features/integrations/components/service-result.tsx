import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CodeBody } from '../../messages-api/components/code-body.tsx';
import { readableBody } from '../../messages-api/readable-body.ts';
import { failureOf } from '../call-outcome.ts';

/** Scrolls to a result when it appears, because it appears below the last field. */
const intoView = (result: HTMLElement | null): void => result?.scrollIntoView({ block: 'nearest' });

/** What a service answered to a test or to a repeated request. */
export const ServiceResult = ({ result }: { result: ResponseOf<typeof integrationRoutes.testSession> }) => {
  const { t } = useTranslation('integrations');
  const { ok, status, failure, answer } = result;
  const reason = t(`failure.${failureOf(failure)}`);
  const said = () => {
    if (ok) return status === null ? t('test.ok') : t('test.okStatus', { status });
    return status === null ? t('test.failed', { reason }) : t('test.failedStatus', { status, reason });
  };
  return (
    <Box ref={intoView} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Alert severity={ok ? 'success' : 'error'}>{said()}</Alert>
      {answer !== '' && (
        <>
          <Typography variant="subtitle2" component="h3">
            {t('test.answer')}
          </Typography>
          <CodeBody text={readableBody(answer)} />
        </>
      )}
    </Box>
  );
};
