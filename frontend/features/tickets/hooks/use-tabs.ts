import { useSession } from '../../auth/hooks/use-session.ts';
import { LIST_TABS, type ListTab } from '../list-store.ts';

/** Returns the tabs that the user may see. */
export const useTabs = (): ListTab[] => {
  const { can } = useSession();
  return LIST_TABS.filter((tab) => tab !== 'group' || can('tickets:group-tab'));
};
