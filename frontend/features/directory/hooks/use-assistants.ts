import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../auth/hooks/use-session.ts';
import { assistantList } from '../assistant-list.ts';
import type { Offered } from '../components/offered-field.tsx';

/** Returns the assistants that the user may choose from. */
export const useAssistants = (): Offered => {
  const { user, can } = useSession();
  const isInPlan = user?.company.plan.useOpenAi === true;
  const mayChoose = isInPlan && can('queues-page:view');
  const { data } = useQuery({ ...assistantList, enabled: mayChoose });
  return { isInPlan, mayChoose, items: data?.prompts };
};
