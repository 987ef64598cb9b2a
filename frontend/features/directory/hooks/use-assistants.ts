import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../auth/hooks/use-session.ts';
import { assistantList } from '../assistant-list.ts';
import type { Offered } from '../components/offered-field.tsx';
import { useMayManageAssistants } from './use-may-manage-assistants.ts';

/** Returns the assistants that the user may choose from. */
export const useAssistants = (): Offered => {
  const { user } = useSession();
  const isInPlan = user?.company.plan.useOpenAi === true;
  const mayChoose = useMayManageAssistants();
  const { data } = useQuery({ ...assistantList, enabled: mayChoose });
  return { isInPlan, mayChoose, items: data?.prompts };
};
