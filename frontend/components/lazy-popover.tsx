import type { PopoverProps } from '@mui/material/Popover';
import { lazy, Suspense, useState } from 'react';

const Popover = lazy(() => import('@mui/material/Popover'));

/** A popover whose parts are fetched when it first opens. For what every first visit shows. */
export const LazyPopover = (props: PopoverProps) => {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked ? (
    <Suspense fallback={null}>
      <Popover {...props} />
    </Suspense>
  ) : null;
};
