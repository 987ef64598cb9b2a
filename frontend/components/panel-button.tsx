import type { PaperProps } from '@mui/material/Paper';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { layout } from '../theme/tokens.ts';
import { IconAction } from './icon-action.tsx';
import { LazyPopover } from './lazy-popover.tsx';

interface PanelButtonProps
  extends Pick<ComponentProps<typeof IconAction>, 'label' | 'icon' | 'badge' | 'badgeMax'> {
  /** Name of the panel. */
  title: string;
  /** Further style of the panel. */
  sx?: PaperProps['sx'];
  /** Returns the panel's contents, which load when it first opens. */
  children: (close: () => void) => ReactNode;
}

/** A button with a count that opens a panel below it. */
export const PanelButton = ({ title, sx, children, ...button }: PanelButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconAction {...button} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)} />
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': title,
            sx: [
              { width: layout.contactDrawer, maxWidth: '92vw' },
              ...(Array.isArray(sx) ? sx : [sx ?? false]),
            ],
          },
        }}
      >
        {children(close)}
      </LazyPopover>
    </>
  );
};
