import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NavigationEntry } from './use-navigation.ts';

interface MoreMenuProps {
  anchor: HTMLElement | null;
  items: readonly NavigationEntry[];
  onClose: () => void;
}

/** Where else to go, on phones. */
export const MoreMenu = ({ anchor, items, onClose }: MoreMenuProps) => {
  const { t } = useTranslation('shell');
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {items.map((item) => (
        <MenuItem key={item.id} component={Link} to={item.path} onClick={onClose}>
          <ListItemIcon>
            <item.Icon aria-hidden />
          </ListItemIcon>
          {t(`nav.${item.id}`)}
        </MenuItem>
      ))}
    </Menu>
  );
};
