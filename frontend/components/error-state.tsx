import CloudOffRounded from '@mui/icons-material/CloudOffRounded';
import Button from '@mui/material/Button';
import { errorText } from '../lib/api/error-text.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** Says what failed to load; a general text when absent. */
  title?: string;
}

/** Shown in place of a list or a pane that failed to load: the error and a retry button. */
export const ErrorState = ({ error, onRetry, title }: ErrorStateProps) => {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      icon={<CloudOffRounded />}
      title={title ?? t('loadFailed')}
      hint={errorText(error)}
      action={
        <Button variant="outlined" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    />
  );
};
