import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import { useBackCloses } from '../lib/screen/use-back-closes.ts';
import { useIsPhone } from '../lib/screen/use-is-phone.ts';
import { layout, radius } from '../theme/tokens.ts';

export type DialogWidth = 'narrow' | 'normal' | 'wide' | 'widest';
const WIDTHS = {
  narrow: layout.dialogNarrow,
  normal: layout.dialog,
  wide: layout.dialogWide,
  widest: layout.dialogWidest,
} as const;

interface ResponsiveDialogProps {
  open: boolean;
  /** Called on Escape, a click on the backdrop, or a swipe. */
  onClose: () => void;
  /** Id of the heading inside. */
  labelledBy: string;
  width?: DialogWidth;
  children: ReactNode;
}

/** A dialog with tabs keeps its height when the tab changes. */
const IN_PARTS = '&:has([role=tablist])';
/** Space above and below a dialog. */
const ABOVE = 'min(12dvh, 112px)';

/** A dialog on wide screens, a bottom sheet on phones. */
export const ResponsiveDialog = ({
  open,
  onClose,
  labelledBy,
  width = 'normal',
  children,
}: ResponsiveDialogProps) => {
  const phone = useIsPhone();
  useBackCloses(open, onClose);
  if (phone) {
    return (
      <Drawer
        anchor="bottom"
        open={open}
        onClose={onClose}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': labelledBy,
            sx: {
              maxHeight: '92dvh',
              [IN_PARTS]: { height: '92dvh' },
              borderTopLeftRadius: `${radius.bubble}px`,
              borderTopRightRadius: `${radius.bubble}px`,
              bgcolor: 'background.raised',
              paddingBottom: 'env(safe-area-inset-bottom)',
            },
          },
        }}
      >
        <Box
          aria-hidden
          sx={{
            width: 32,
            height: 4,
            borderRadius: `${radius.pill}px`,
            bgcolor: 'divider',
            marginInline: 'auto',
            marginTop: 2,
          }}
        />
        {children}
      </Drawer>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={labelledBy}
      fullWidth
      slotProps={{
        // A dialog grows only downwards, so that nothing moves under the pointer.
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          sx: {
            maxWidth: WIDTHS[width],
            marginBlock: ABOVE,
            maxHeight: `calc(100dvh - 2 * ${ABOVE})`,
            [IN_PARTS]: { height: layout.dialog },
          },
        },
      }}
    >
      {children}
    </Dialog>
  );
};
