import Drawer from '@mui/material/Drawer';
import { useBackCloses } from '../../lib/screen/use-back-closes.ts';
import { SideRail } from './side-rail.tsx';

/** The menu with names over the screen, for windows without room beside it. */
const MenuDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  useBackCloses(open, onClose);
  return (
    <Drawer open={open} onClose={onClose} sx={{ '& nav': { flex: 1 } }}>
      <SideRail open />
    </Drawer>
  );
};
export default MenuDrawer;
