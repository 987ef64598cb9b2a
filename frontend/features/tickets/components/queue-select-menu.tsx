import CheckRounded from '@mui/icons-material/CheckRounded';
import MenuItem from '@mui/material/MenuItem';
import { useStore } from 'zustand';
import { ColorChip } from '../../../components/color-chip.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useSelectableQueues } from '../hooks/use-selectable-queues.ts';
import { listStore, setList } from '../list-store.ts';

interface QueueSelectMenuProps {
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** A menu for selecting several of the user's queues; it stays open while selecting. */
export const QueueSelectMenu = ({ anchor, onClose }: QueueSelectMenuProps) => {
  const { t } = useTranslation('tickets');
  const queues = useSelectableQueues();
  const selected = useStore(listStore, (state) => state.queueIds);
  const isSelected = (id: number) => selected === null || selected.includes(id);
  const toggle = (id: number) => {
    const next = queues
      .map((queue) => queue.id)
      .filter((other) => (other === id ? !isSelected(id) : isSelected(other)));
    // No queue would show nothing, and all queues are the same as no selection.
    setList({ queueIds: next.length === 0 || next.length === queues.length ? null : next });
  };
  return (
    <LazyMenu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ paper: { sx: { maxHeight: layout.popoverList, minWidth: layout.railOpen } } }}
    >
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={selected === null}
        onClick={() => setList({ queueIds: null })}
      >
        <CheckRounded aria-hidden sx={{ visibility: selected === null ? 'visible' : 'hidden' }} />
        {t('allQueues')}
      </MenuItem>
      {queues.map((queue) => (
        <MenuItem
          key={queue.id}
          role="menuitemcheckbox"
          aria-checked={isSelected(queue.id)}
          onClick={() => toggle(queue.id)}
        >
          <CheckRounded aria-hidden sx={{ visibility: isSelected(queue.id) ? 'visible' : 'hidden' }} />
          <ColorChip label={queue.name} color={queue.color} />
        </MenuItem>
      ))}
    </LazyMenu>
  );
};
