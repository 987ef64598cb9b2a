import { StatusChip } from '../../../components/status-chip.tsx';
import { useNow } from '../../../lib/screen/use-now.ts';
import { dayOf, formatDay } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { dueState, type Task } from '../tasks.ts';

const TONES = { overdue: 'error', today: 'warning', later: 'secondary' } as const;

/** The day on which a task is due, in words if it is today or past; nothing without one. */
export const DueChip = ({ task }: { task: Task }) => {
  const { t } = useTranslation('todo-list');
  const today = useNow((nowMs) => dayOf(new Date(nowMs).toISOString()));
  const state = dueState(task, today);
  if (state === null || task.dueDate === null) return null;
  return <StatusChip label={t(`due.${state}`, { day: formatDay(task.dueDate) })} tone={TONES[state]} />;
};
