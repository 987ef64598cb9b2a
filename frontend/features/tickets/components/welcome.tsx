import Button from '@mui/material/Button';
import { useOutletContext } from 'react-router';
import { useStore } from 'zustand';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { BrandMark } from '../../branding/components/brand-mark.tsx';
import { useTicketList } from '../hooks/use-ticket-list.ts';
import { listStore } from '../list-store.ts';

/**
 * Shown beside the list while no conversation is open. An empty list itself says what to do next. On phones, where
 * the list is not visible, it links to the list.
 */
export const Welcome = () => {
  const { t } = useTranslation('tickets');
  const showList = useOutletContext<(() => void) | null>();
  const { tickets } = useTicketList(useStore(listStore, ({ tab }) => tab));
  const mark = <BrandMark size="large" iconOnly />;
  if (showList) {
    const select = (
      <Button variant="contained" onClick={showList}>
        {t('panes.select')}
      </Button>
    );
    return <EmptyState icon={mark} heading title={t('welcome.title')} action={select} />;
  }
  return tickets?.length === 0 ? (
    <EmptyState icon={mark} title={t('welcome.hint')} />
  ) : (
    <EmptyState icon={mark} title={t('welcome.title')} hint={t('welcome.hint')} />
  );
};
