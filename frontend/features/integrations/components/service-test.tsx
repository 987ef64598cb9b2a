import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import type { IntegrationType } from '@prosa/shared/entities/integration.ts';
import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../lib/api/api-client.ts';
import { fieldProblems } from '../../../lib/api/api-error.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { type IntegrationFields, inWords, TESTED_FIELDS } from '../integration-form.ts';
import { ServiceResult } from './service-result.tsx';

interface ServiceTestProps {
  /** Id of the stored integration; null for a new one. The test uses the stored key file if the field is empty. */
  integrationId: number | null;
  type: IntegrationType;
}

/** A button that asks the service once with the values of the form, saved or not, and its answer. */
export const ServiceTest = ({ integrationId, type }: ServiceTestProps) => {
  const { t } = useTranslation('integrations');
  const { getValues, trigger, setError } = useFormContext<IntegrationFields>();
  const fields = TESTED_FIELDS[type];
  const ask = useMutation({
    mutationFn: () => {
      const { projectName, jsonContent, language, urlN8N, typebotSlug } = getValues();
      const body = { id: integrationId, type, projectName, jsonContent, language, urlN8N, typebotSlug };
      return call(integrationRoutes.testSession, { body });
    },
    meta: { silent: true },
    onError: (error) => {
      const problems = fieldProblems(inWords(error, t));
      for (const { path, message } of problems) {
        const field = fields.find((name) => name === path);
        if (field !== undefined) setError(field, { type: 'server', message });
      }
      if (problems.length === 0) notifyError(error);
    },
  });
  const test = async () => {
    if (await trigger(fields, { shouldFocus: true })) ask.mutate();
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Box>
        <Button variant="outlined" loading={ask.isPending} onClick={() => void test()}>
          {t('test.action')}
        </Button>
        <FormHelperText>{t('test.help')}</FormHelperText>
      </Box>
      <Box role="status">
        {ask.data !== undefined && <ServiceResult key={ask.submittedAt} result={ask.data} />}
      </Box>
    </Box>
  );
};
