import { useSession } from '../../auth/hooks/use-session.ts';

/** Whether the user may read and change assistants: an administrator, if the plan has assistants. */
export const useMayManageAssistants = (): boolean => {
  const { user, can } = useSession();
  return user?.company.plan.useOpenAi === true && can('queues-page:view');
};
