import ForumOutlined from '@mui/icons-material/ForumOutlined';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';

/** Beside the list while no conversation is open. */
export const Welcome = () => {
  const { t } = useTranslation('tickets');
  return <EmptyState icon={<ForumOutlined />} title={t('welcome.title')} hint={t('welcome.hint')} />;
};
