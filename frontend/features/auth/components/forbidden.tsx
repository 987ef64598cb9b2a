import LockOutlined from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { paths } from '../../../lib/paths.ts';

/** Instead of a screen that this person may not see. */
export const Forbidden = () => {
  const { t } = useTranslation('auth');
  return (
    <EmptyState
      icon={<LockOutlined />}
      heading
      title={t('forbidden.title')}
      hint={t('forbidden.hint')}
      action={
        <Button component={Link} to={paths.tickets} variant="outlined">
          {t('forbidden.back')}
        </Button>
      }
    />
  );
};
