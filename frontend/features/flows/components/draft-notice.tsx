import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { errorText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { DraftStatus } from '../hooks/use-draft.ts';

interface DraftNoticeProps {
  status: DraftStatus;
  failure: unknown;
  onRetry: () => void;
  onOverwrite: () => void;
  onLoad: () => void;
}

/** Why the draft is not saved, and what the user can do about it. */
export const DraftNotice = ({ status, failure, onRetry, onOverwrite, onLoad }: DraftNoticeProps) => {
  const { t } = useTranslation('flows');
  const { t: tCommon } = useTranslation('common');
  if (status === 'conflict')
    return (
      <Alert
        severity="warning"
        action={
          <>
            <Button color="inherit" size="small" onClick={onLoad}>
              {t('conflict.load')}
            </Button>
            <Button color="inherit" size="small" onClick={onOverwrite}>
              {t('conflict.overwrite')}
            </Button>
          </>
        }
        sx={{ borderRadius: 0, '& .MuiAlert-action': { flexWrap: 'wrap' } }}
      >
        {t('conflict.text')}
      </Alert>
    );
  if (status === 'failed')
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={onRetry}>
            {tCommon('tryAgain')}
          </Button>
        }
        sx={{ borderRadius: 0 }}
      >
        {errorText(failure)}
      </Alert>
    );
  return null;
};
