import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import { useState } from 'react';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { type Action, ActionMenu } from './action-menu.tsx';
import { IconAction } from './icon-action.tsx';

interface RowActionsProps {
  actions: readonly Action[];
  /** Accessible name of the button, where several lists stand on one screen. */
  label?: string;
}

/** The button at the end of a row that opens the row's actions; nothing for a row without actions. */
export const RowActions = ({ actions, label }: RowActionsProps) => {
  const { t } = useTranslation('common');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <IconAction
        size="small"
        label={label ?? t('moreActions')}
        icon={<MoreVertRounded />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <ActionMenu
        title={label ?? t('moreActions')}
        actions={actions}
        at={anchor}
        onClose={() => setAnchor(null)}
      />
    </>
  );
};
