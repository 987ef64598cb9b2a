import CheckRounded from '@mui/icons-material/CheckRounded';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ColorChip } from '../../../components/color-chip.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { layout } from '../../../theme/tokens.ts';
import { useSelectableQueues } from '../hooks/use-selectable-queues.ts';
import { listStore, setList } from '../list-store.ts';

/** Which of one's queues the lists show. */
export const QueueSelect = () => {
  const { t } = useTranslation('tickets');
  const queues = useSelectableQueues();
  const selected = useStore(listStore, (state) => state.queueIds);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isSelected = (id: number) => selected === null || selected.includes(id);
  const chosen = queues.filter(({ id }) => isSelected(id));

  const toggle = (id: number) => {
    const next = queues
      .map((queue) => queue.id)
      .filter((other) => (other === id ? !isSelected(id) : isSelected(other)));
    // None would show nothing at all; all is the same as not choosing.
    setList({ queueIds: next.length === 0 || next.length === queues.length ? null : next });
  };
  const label = () => {
    if (selected === null || chosen.length === 0) return t('allQueues');
    return chosen.length === 1 ? (chosen[0]?.name ?? '') : t('queueCount', { count: chosen.length });
  };
  if (queues.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        color="secondary"
        endIcon={<ExpandMoreRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', flexShrink: 1 }}
      >
        {label()}
      </Button>
      <LazyMenu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
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
    </>
  );
};
