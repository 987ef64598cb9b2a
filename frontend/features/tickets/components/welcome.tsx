import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { BrandMark } from '../../branding/components/brand-mark.tsx';

/** Beside the list while no conversation is open. */
export const Welcome = () => {
  const { t } = useTranslation('tickets');
  return (
    <EmptyState
      icon={<BrandMark size="large" iconOnly />}
      title={t('welcome.title')}
      hint={t('welcome.hint')}
    />
  );
};
