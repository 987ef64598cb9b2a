import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../lib/screen/lazy-part.ts';
import { useIsPhone } from '../lib/screen/use-is-phone.ts';
import { LazyMenu } from './lazy-menu.tsx';

const ActionSheet = lazyPart(() => import('./action-sheet.tsx'));

/** An action on an item, as an entry of its menu. */
export interface Action {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
  /** Destroys something: shown last, in the colour of errors. */
  danger?: boolean;
  disabled?: boolean;
}

interface ActionMenuProps {
  /** Name of the item or of its actions; the heading of the sheet. */
  title: string;
  actions: readonly Action[];
  /** The element or position at which the menu is open; null while it is closed. */
  at: HTMLElement | { top: number; left: number } | null;
  onClose: () => void;
}

const DANGER = { color: 'error.text', '& .MuiListItemIcon-root': { color: 'inherit' } } as const;

/**
 * The actions of an item: a menu at an element or at the pointer, a bottom sheet on phones. Destructive ones are below
 * a line at the end.
 */
export const ActionMenu = ({ title, actions, at, onClose }: ActionMenuProps) => {
  const phone = useIsPhone();
  const safe = actions.filter(({ danger }) => danger !== true);
  const dangerous = actions.filter(({ danger }) => danger === true);
  const item = (action: Action) => (
    <MenuItem
      key={action.id}
      disabled={action.disabled === true}
      onClick={() => {
        onClose();
        action.run();
      }}
      sx={action.danger === true ? DANGER : {}}
    >
      <ListItemIcon>{action.icon}</ListItemIcon>
      {action.label}
    </MenuItem>
  );
  const items = [
    ...safe.map(item),
    safe.length > 0 && dangerous.length > 0 && <Divider key="line" />,
    ...dangerous.map(item),
  ];
  if (phone)
    return at === null ? null : (
      <Suspense fallback={null}>
        <ActionSheet title={title} onClose={onClose}>
          {items}
        </ActionSheet>
      </Suspense>
    );
  const anchor =
    at === null || at instanceof HTMLElement
      ? { anchorEl: at }
      : ({ anchorReference: 'anchorPosition', anchorPosition: at } as const);
  return (
    <LazyMenu open={at !== null} onClose={onClose} {...anchor}>
      {items}
    </LazyMenu>
  );
};
