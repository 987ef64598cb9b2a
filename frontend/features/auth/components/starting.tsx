import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The page shown instead of every screen while the server starts. */
export const Starting = () => {
  const { t } = useTranslation('auth');
  return (
    <main>
      <EmptyState icon={<HourglassTopRounded />} title={t('starting.title')} hint={t('starting.hint')} />
    </main>
  );
};
