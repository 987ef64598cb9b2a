import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useAsked } from '../../../lib/screen/use-asked.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSelectableQueues } from '../hooks/use-selectable-queues.ts';
import { listStore } from '../list-store.ts';

const QueueSelectMenu = lazyPart(async () => ({
  default: (await import('./queue-select-menu.tsx')).QueueSelectMenu,
}));

/** The selection of the user's queues that the lists show. */
export const QueueSelect = () => {
  const { t } = useTranslation('tickets');
  const queues = useSelectableQueues();
  const selected = useStore(listStore, (state) => state.queueIds);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const asked = useAsked(anchor !== null);
  const chosen = queues.filter(({ id }) => selected === null || selected.includes(id));

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
      {asked && (
        <Suspense fallback={null}>
          <QueueSelectMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
};
