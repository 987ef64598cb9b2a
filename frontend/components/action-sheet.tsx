import MenuList from '@mui/material/MenuList';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { ResponsiveDialog } from './responsive-dialog.tsx';

interface ActionSheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A bottom sheet with a list of actions. */
const ActionSheet = ({ title, onClose, children }: ActionSheetProps) => {
  const titleId = useId();
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <Typography
        id={titleId}
        variant="subtitle1"
        component="h2"
        noWrap
        sx={{ flexShrink: 0, paddingInline: 5, paddingTop: 3, margin: 0 }}
      >
        {title}
      </Typography>
      <MenuList autoFocusItem aria-labelledby={titleId} sx={{ padding: 2, overflow: 'auto' }}>
        {children}
      </MenuList>
    </ResponsiveDialog>
  );
};
export default ActionSheet;
