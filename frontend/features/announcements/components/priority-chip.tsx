import type { AnnouncementPriority } from '@prosa/shared/rules/announcements.ts';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

const TONES: Record<AnnouncementPriority, Tone> = { 1: 'error', 2: 'warning', 3: 'secondary' };

/** The priority of an announcement, as a word and a colour. */
export const PriorityChip = ({ priority }: { priority: AnnouncementPriority }) => {
  const { t } = useTranslation('announcements');
  return <StatusChip label={t(`priority.${priority}`)} tone={TONES[priority]} />;
};
