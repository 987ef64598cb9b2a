import CloudOffRounded from '@mui/icons-material/CloudOffRounded';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/api/error-text.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** What could not be loaded, where there is more to say than that. */
  title?: string;
}

/** What a list or a pane shows when it could not be loaded: what happened, and a way to try again. */
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
