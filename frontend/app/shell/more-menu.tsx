import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { Link } from 'react-router';
import { LazyMenu } from '../../components/lazy-menu.tsx';
import type { NavigationEntry } from './use-navigation.ts';

interface MoreMenuProps {
  anchor: HTMLElement | null;
  items: readonly NavigationEntry[];
  onClose: () => void;
}

/** Shows the remaining menu entries, on phones. */
export const MoreMenu = ({ anchor, items, onClose }: MoreMenuProps) => {
  return (
    <LazyMenu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {items.map((item) => (
        <MenuItem key={item.feature} component={Link} to={item.path} onClick={onClose}>
          <ListItemIcon>
            <item.Icon aria-hidden />
          </ListItemIcon>
          {item.label}
        </MenuItem>
      ))}
    </LazyMenu>
  );
};
