import { useSession } from '../../features/auth/hooks/use-session.ts';
import { isExpired } from '../../features/auth/subscription.ts';
import { useConnectionWarnings } from '../../features/connections/hooks/use-connection-warnings.ts';
import type { MenuEntry } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import { FEATURES } from '../features.ts';

export interface NavigationEntry extends MenuEntry {
  /** Something there wants looking at. */
  warning: boolean;
}

/** The menu of this session: what it may see, and only the subscription once that has run out. */
export const useNavigation = (): NavigationEntry[][] => {
  const { user, can } = useSession();
  const expired = user !== null && isExpired(user.company.dueDate, Date.now());
  const warnings = useConnectionWarnings(can('connections-page:actionButtons') && !expired);
  return FEATURES.map((group) =>
    group.flatMap(({ menu, ability, plan }): NavigationEntry[] => {
      if (menu === undefined) return [];
      const shown = expired
        ? menu.path === paths.subscription
        : (ability === undefined || can(ability)) && (plan === undefined || user?.plan[plan] === true);
      return shown ? [{ ...menu, warning: menu.id === 'connections' && warnings > 0 }] : [];
    }),
  ).filter((group) => group.length > 0);
};
