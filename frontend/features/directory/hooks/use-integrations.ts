import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../auth/hooks/use-session.ts';
import { integrationList } from '../integration-list.ts';

/** The integrations that a field offers, by name. */
export interface OfferedIntegrations {
  /** Whether the company's plan has integrations. */
  isInPlan: boolean;
  /** Whether the user may list, and so choose, integrations. */
  mayChoose: boolean;
  /** undefined until they are loaded, and for users who may not choose. */
  integrations: readonly { id: number; name: string }[] | undefined;
}

/** Returns the integrations that the user may choose from. */
export const useIntegrations = (): OfferedIntegrations => {
  const { user, can } = useSession();
  const isInPlan = user?.company.plan.useIntegrations === true;
  const mayChoose = isInPlan && can('queues-page:view');
  const { data } = useQuery({ ...integrationList, enabled: mayChoose });
  return { isInPlan, mayChoose, integrations: data?.queueIntegrations };
};
