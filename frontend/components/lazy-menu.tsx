import type { MenuProps } from '@mui/material/Menu';
import { Suspense } from 'react';
import { lazyPart } from '../lib/screen/lazy-part.ts';
import { useAsked } from '../lib/screen/use-asked.ts';
import { useBackCloses } from '../lib/screen/use-back-closes.ts';

const Menu = lazyPart(() => import('@mui/material/Menu'));

/** A menu that loads its code when it first opens. Use it in elements that every first visit shows. */
export const LazyMenu = (props: MenuProps) => {
  const asked = useAsked(props.open);
  useBackCloses(props.open, () => props.onClose?.({}, 'backdropClick'));
  return asked ? (
    <Suspense fallback={null}>
      <Menu {...props} />
    </Suspense>
  ) : null;
};
