import type { Ability, PlanFlag } from '@prosa/shared/permissions.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { notifyWarning } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
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

/** Where somebody goes who was asked to sign in: back, or to the inbox who came by the bare address. */
const placeAfterSignIn = (state: unknown): string =>
  typeof state === 'object' &&
  state !== null &&
  'from' in state &&
  typeof state.from === 'string' &&
  state.from !== paths.home
    ? state.from
    : paths.tickets;

/** Only for who is not signed in. */
export const RequireGuest = () => {
  const { status, user } = useSession();
  const location = useLocation();
  if (status === 'unknown') return <PaneSkeleton />;
  if (status === 'signed-in' && user !== null) {
    const from = placeAfterSignIn(location.state);
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

/** How long the reason stands before one is taken away. */
const TAKEN_AWAY_AFTER_MS = 1000;

/** Only where the company's plan has the feature; others are told so and taken to the start. */
export const RequirePlan = ({ flag }: { flag: PlanFlag }) => {
  const { user, can } = useSession();
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const has = user?.plan[flag] === true;
  const start = can('dashboard:view') ? paths.home : paths.tickets;
  useEffect(() => {
    if (has) return;
    notifyWarning(t('planLacks'));
    const timer = setTimeout(() => void navigate(start, { replace: true }), TAKEN_AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [has, navigate, start, t]);
  return has ? <Outlet /> : <PaneSkeleton />;
};
