import ExploreOffOutlined from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { paths } from '../../lib/screen/paths.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';

export const Component = () => {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      icon={<ExploreOffOutlined />}
      heading
      title={t('notFound.title')}
      hint={t('notFound.hint')}
      action={
        <Button component={Link} to={paths.tickets} variant="outlined">
          {t('notFound.back')}
        </Button>
      }
    />
  );
};
