import { useSession } from '../../features/auth/hooks/use-session.ts';
import { isExpired } from '../../features/auth/subscription.ts';
import { useConnectionWarnings } from '../../features/connections/hooks/use-connection-warnings.ts';
import { paths } from '../../lib/screen/paths.ts';
import { NAVIGATION, type NavigationItem } from './navigation.ts';

export interface NavigationEntry extends NavigationItem {
  /** Something there wants looking at. */
  warning: boolean;
}

/** The menu of this session: what it may see, and only the subscription once that has run out. */
export const useNavigation = (): NavigationEntry[][] => {
  const { user, can } = useSession();
  const expired = user !== null && isExpired(user.company.dueDate, Date.now());
  const warnings = useConnectionWarnings(can('connections-page:actionButtons') && !expired);
  return NAVIGATION.map((group) =>
    group
      .filter((item) =>
        expired
          ? item.path === paths.subscription
          : (item.ability === undefined || can(item.ability)) &&
            (item.plan === undefined || user?.plan[item.plan] === true),
      )
      .map((item) => ({ ...item, warning: item.id === 'connections' && warnings > 0 })),
  ).filter((group) => group.length > 0);
};
