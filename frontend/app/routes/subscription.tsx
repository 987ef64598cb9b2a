import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined';
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import { isPastDue } from '@prosa/shared/rules/subscription.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { formatDay, todayIn } from '../../lib/texts/format.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';

export const Component = () => {
  const { t } = useTranslation('auth');
  const { company } = useUser();
  const date = formatDay(company.dueDate);
  return (
    <Page title={t('subscription.title')}>
      {isPastDue(company.dueDate, todayIn(company.timeZone)) ? (
        <EmptyState
          icon={<EventBusyOutlined />}
          title={t('subscription.expired', { date })}
          hint={t('subscription.expiredHint')}
        />
      ) : (
        <EmptyState
          icon={<EventAvailableOutlined />}
          title={t('subscription.active', { date })}
          hint={t('subscription.activeHint')}
        />
      )}
    </Page>
  );
};
