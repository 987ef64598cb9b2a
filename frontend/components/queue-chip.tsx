import { DEFAULT_QUEUE_COLOR } from '../lib/screen/colors.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { ColorChip } from './color-chip.tsx';

/** A ticket's queue, or a text that the ticket has none. */
export const QueueChip = ({ queue }: { queue: { name: string; color: string } | null }) => {
  const { t } = useTranslation('common');
  return queue === null ? (
    <ColorChip label={t('noQueue')} color={DEFAULT_QUEUE_COLOR} />
  ) : (
    <ColorChip label={queue.name} color={queue.color} />
  );
};
