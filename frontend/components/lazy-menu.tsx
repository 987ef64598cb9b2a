import type { MenuProps } from '@mui/material/Menu';
import { lazy, Suspense, useState } from 'react';

const Menu = lazy(() => import('@mui/material/Menu'));

/** A menu whose parts are fetched when it first opens. For what every first visit shows. */
export const LazyMenu = (props: MenuProps) => {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked ? (
    <Suspense fallback={null}>
      <Menu {...props} />
    </Suspense>
  ) : null;
};
