import { useRouteError } from 'react-router';
import { ErrorState } from '../components/error-state.tsx';

/** A screen that could not be loaded or drawn: after a deployment its files have new names, so reloading helps. */
export const RouteError = () => (
  <ErrorState error={useRouteError()} onRetry={() => globalThis.location.reload()} />
);
