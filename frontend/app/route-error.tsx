import { useRouteError } from 'react-router';
import { ErrorState } from '../components/error-state.tsx';

/**
 * Shown for a screen that could not be loaded or rendered. Reloading helps after a deployment, because the files have
 * new names.
 */
export const RouteError = () => (
  <ErrorState error={useRouteError()} onRetry={() => globalThis.location.reload()} />
);
