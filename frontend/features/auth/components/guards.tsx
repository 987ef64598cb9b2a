import type { Ability, PlanFlag } from '@prosa/shared/permissions.ts';
import { isPastDue } from '@prosa/shared/rules/subscription.ts';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { OfflineState, PaneSkeleton } from '../../../components/skeletons.tsx';
import { notifyWarning } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { todayIn } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../hooks/use-session.ts';
import { Forbidden } from './forbidden.tsx';
import { Starting } from './starting.tsx';

/** In place of every screen while the server cannot be reached. */
const Unreachable = () => (
  <main>
    <OfflineState />
  </main>
);

/** Renders its routes for signed-in users; redirects others to the sign-in page and afterwards back. */
export const RequireAuth = () => {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'unknown') return <PaneSkeleton />;
  if (status === 'starting') return <Starting />;
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'signed-out')
    return <Navigate to={paths.login} replace state={{ from: location.pathname }} />;
  return <Outlet />;
};

/** Returns the path after signing in: the requested path, or the inbox when there is none. */
const placeAfterSignIn = (state: unknown): string =>
  typeof state === 'object' &&
  state !== null &&
  'from' in state &&
  typeof state.from === 'string' &&
  state.from !== paths.home
    ? state.from
    : paths.tickets;

/** Renders its routes for signed-out users only. */
export const RequireGuest = () => {
  const { status, user } = useSession();
  const location = useLocation();
  if (status === 'unknown') return <PaneSkeleton />;
  if (status === 'starting') return <Starting />;
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'signed-in' && user !== null) {
    const from = placeAfterSignIn(location.state);
    return (
      <Navigate
        to={isPastDue(user.company.dueDate, todayIn(user.company.timeZone)) ? paths.subscription : from}
        replace
      />
    );
  }
  return <Outlet />;
};

/**
 * Renders its routes while the company's subscription is active; otherwise only the subscription screen is available.
 */
export const RequireActiveSubscription = () => {
  const { user } = useSession();
  if (user !== null && isPastDue(user.company.dueDate, todayIn(user.company.timeZone)))
    return <Navigate to={paths.subscription} replace />;
  return <Outlet />;
};

/** Renders its routes for users with the ability; shows others that it is forbidden. */
export const RequireAbility = ({ ability }: { ability: Ability }) => {
  const { can } = useSession();
  return can(ability) ? <Outlet /> : <Forbidden />;
};

/** Time for which the reason is shown before the redirect. */
const TAKEN_AWAY_AFTER_MS = 1000;

/** Renders its routes when the company's plan has the feature; otherwise shows a notice and redirects to the start. */
export const RequirePlan = ({ flag }: { flag: PlanFlag }) => {
  const { user, can } = useSession();
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const has = user?.company.plan[flag] === true;
  const start = can('dashboard:view') ? paths.home : paths.tickets;
  useEffect(() => {
    if (has) return;
    notifyWarning(t('planLacks'));
    const timer = setTimeout(() => void navigate(start, { replace: true }), TAKEN_AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [has, navigate, start, t]);
  return has ? <Outlet /> : <PaneSkeleton />;
};
