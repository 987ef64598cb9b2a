import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CREDENTIALS_MAX_CHARS } from '@prosa/shared/contracts/integrations.ts';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { IntegrationFields } from '../integration-form.ts';

/**
 * The key file of a Google service account, as text or as a chosen file.
 * @param email e-mail of the stored service account; '' if none is stored. An empty field keeps the stored file.
 */
export const AccountField = ({ email }: { email: string }) => {
  const { t } = useTranslation('integrations');
  const { setValue, setError } = useFormContext<IntegrationFields>();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    // A larger file is none, and would make the text field slow.
    if (file.size > CREDENTIALS_MAX_CHARS) {
      setError('jsonContent', { message: t('problem.errorKeyFile') });
      return;
    }
    setValue('jsonContent', await file.text(), {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'flex-start' }}>
      <FormText
        name="jsonContent"
        label={t('field.account')}
        help={email === '' ? t('field.accountHelp') : t('field.accountKept', { email })}
        required={email === ''}
        multiline
        minRows={3}
        maxRows={6}
        autoComplete="off"
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('field.chooseFile')}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
      <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={() => input.current?.click()}>
        {t('field.chooseFile')}
      </Button>
    </Box>
  );
};
