import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { Ability } from '@prosa/shared/permissions.ts';
import { isPastDue } from '@prosa/shared/rules/subscription.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../features/auth/hooks/use-session.ts';
import { useConnectionWarnings } from '../../features/connections/hooks/use-connection-warnings.ts';
import { helpList } from '../../features/helps/help-list.ts';
import { useUnreadChats } from '../../features/internal-chats/hooks/use-unread-chats.ts';
import type { FeatureManifest, MenuEntry } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import { dayOf } from '../../lib/texts/format.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { FEATURES } from '../features.ts';

export interface NavigationEntry extends MenuEntry {
  feature: string;
  label: string;
  /** Whether the entry needs attention. */
  warning: boolean;
}

/** The menu's user; null until the session is loaded. */
interface Onlooker {
  user: Pick<SessionUser, 'company'> | null;
  can: (ability: Ability) => boolean;
  /** Whether the installation has a help; otherwise there is no entry for them. */
  hasHelps: boolean;
}

/** Returns the menu entries that the user may see, by group. After the due date: only the subscription entry. */
export const menuOf = (
  { user, can, hasHelps }: Onlooker,
  nowMs: number,
): { feature: FeatureManifest['feature']; menu: MenuEntry }[][] => {
  const expired =
    user !== null &&
    isPastDue(user.company.dueDate, dayOf(new Date(nowMs).toISOString(), user.company.timeZone));
  const sees = (ability: Ability | undefined) => ability === undefined || can(ability);
  return FEATURES.map((group) =>
    group.flatMap(({ feature, menu, ability, plan }) => {
      if (menu === undefined || (feature === 'helps' && !hasHelps)) return [];
      const shown = expired
        ? menu.path === paths.subscription
        : sees(menu.ability ?? ability) && (plan === undefined || user?.company.plan[plan] === true);
      return shown ? [{ feature, menu }] : [];
    }),
  ).filter((group) => group.length > 0);
};

/** Returns the user's menu entries with labels and warnings, by group. */
export const useNavigation = (): NavigationEntry[][] => {
  const { t } = useTranslation('titles');
  const { user, can } = useSession();
  const nowMs = Date.now();
  const expired =
    user !== null &&
    isPastDue(user.company.dueDate, dayOf(new Date(nowMs).toISOString(), user.company.timeZone));
  const warnings = useConnectionWarnings(can('connections-page:actionButtons') && !expired);
  const unreadChats = useUnreadChats();
  const { data: hasHelps = false } = useQuery({
    ...helpList,
    enabled: user !== null && !expired,
    select: (helps) => helps.length > 0,
    meta: { silent: true },
  });
  return menuOf({ user, can, hasHelps }, nowMs).map((group) =>
    group.map(({ feature, menu }) => ({
      ...menu,
      feature,
      label: t(feature),
      warning:
        (feature === 'connections' && warnings > 0) ||
        (feature === 'internal-chats' && (unreadChats ?? 0) > 0) ||
        (feature === 'messages-api' && user?.company.webhooksOff === true),
    })),
  );
};
