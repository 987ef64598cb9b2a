import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LazyMenu } from '../../components/lazy-menu.tsx';
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
    <LazyMenu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {items.map((item) => (
        <MenuItem key={item.id} component={Link} to={item.path} onClick={onClose}>
          <ListItemIcon>
            <item.Icon aria-hidden />
          </ListItemIcon>
          {t(`nav.${item.id}`)}
        </MenuItem>
      ))}
    </LazyMenu>
  );
};
