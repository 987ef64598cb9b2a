import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { EmptyState } from '../../../components/empty-state.tsx';
import { BrandMark } from '../../branding/components/brand-mark.tsx';
import { useTicketList } from '../hooks/use-ticket-list.ts';
import { listStore } from '../list-store.ts';

/** Beside the list while no conversation is open; where there is none to choose, the list says what to do. */
export const Welcome = () => {
  const { t } = useTranslation('tickets');
  const { tickets } = useTicketList(useStore(listStore, ({ tab }) => tab));
  const mark = <BrandMark size="large" iconOnly />;
  return tickets?.length === 0 ? (
    <EmptyState icon={mark} title={t('welcome.hint')} />
  ) : (
    <EmptyState icon={mark} title={t('welcome.title')} hint={t('welcome.hint')} />
  );
};
