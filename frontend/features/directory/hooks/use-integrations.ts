import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../auth/hooks/use-session.ts';
import type { Offered } from '../components/offered-field.tsx';
import { integrationList } from '../integration-list.ts';

/** Returns the integrations that the user may choose from. */
export const useIntegrations = (): Offered => {
  const { user, can } = useSession();
  const isInPlan = user?.company.plan.useIntegrations === true;
  const mayChoose = isInPlan && can('queues-page:view');
  const { data } = useQuery({ ...integrationList, enabled: mayChoose });
  return { isInPlan, mayChoose, items: data?.queueIntegrations };
};
