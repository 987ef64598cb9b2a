import type { PopoverProps } from '@mui/material/Popover';
import { Suspense } from 'react';
import { lazyPart } from '../lib/screen/lazy-part.ts';
import { useAsked } from '../lib/screen/use-asked.ts';
import { useBackCloses } from '../lib/screen/use-back-closes.ts';

const Popover = lazyPart(() => import('@mui/material/Popover'));

/**
 * A popover that loads its code and its lazy contents when it first opens, and then appears. Use it in elements that
 * every first visit shows.
 */
export const LazyPopover = (props: PopoverProps) => {
  const asked = useAsked(props.open);
  useBackCloses(props.open, () => props.onClose?.({}, 'backdropClick'));
  return asked ? (
    <Suspense fallback={null}>
      <Popover {...props} />
    </Suspense>
  ) : null;
};
