import type { Ability } from '@prosa/shared/permissions.ts';
import { Navigate, Outlet, useLocation } from 'react-router';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../hooks/use-session.ts';
import { isExpired } from '../subscription.ts';
import { Forbidden } from './forbidden.tsx';

/** Only for who is signed in; others sign in first and come back. */
export const RequireAuth = () => {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'unknown') return <PaneSkeleton />;
  if (status === 'signed-out')
    return <Navigate to={paths.login} replace state={{ from: location.pathname }} />;
  return <Outlet />;
};

/** Only for who is not signed in. */
export const RequireGuest = () => {
  const { status, user } = useSession();
  const location = useLocation();
  if (status === 'unknown') return <PaneSkeleton />;
  if (status === 'signed-in' && user !== null) {
    const state: unknown = location.state;
    const from =
      typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
        ? state.from
        : paths.tickets;
    return <Navigate to={isExpired(user.company.dueDate, Date.now()) ? paths.subscription : from} replace />;
  }
  return <Outlet />;
};

/** Only while the company's subscription runs; then there is one place left. */
export const RequireActiveSubscription = () => {
  const { user } = useSession();
  if (user !== null && isExpired(user.company.dueDate, Date.now()))
    return <Navigate to={paths.subscription} replace />;
  return <Outlet />;
};

/** Only for who may; others read that they may not. */
export const RequireAbility = ({ ability }: { ability: Ability }) => {
  const { can } = useSession();
  return can(ability) ? <Outlet /> : <Forbidden />;
};
