import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';

/** The page shown instead of every screen while the server starts. */
export const Starting = () => {
  const { t } = useTranslation('auth');
  return (
    <main>
      <EmptyState icon={<HourglassTopRounded />} title={t('starting.title')} hint={t('starting.hint')} />
    </main>
  );
};
