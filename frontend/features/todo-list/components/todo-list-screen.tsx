import ChecklistRounded from '@mui/icons-material/ChecklistRounded';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FoldingSection } from '../../../components/folding-section.tsx';
import { Page } from '../../../components/page.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { DRAG_HANDLE } from '../../queues/hooks/use-drag-row.ts';
import { TASKS_MAX, type Task } from '../tasks.ts';
import { useTasks } from '../use-tasks.ts';
import { AddTask } from './add-task.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskRow } from './task-row.tsx';

const LIST = {
  margin: 0,
  padding: 0,
  listStyle: 'none',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: `${radius.card}px`,
  '& > * + *': { borderTop: 1, borderColor: 'divider' },
} as const;

/** The screen of the user's own tasks, which only this browser keeps. */
const TodoListScreen = () => {
  const { t } = useTranslation('todo-list');
  const { tasks, add, change, setDone, move, remove } = useTasks();
  const [editing, setEditing] = useState<Task | null>(null);
  /** Announcement for screen readers. */
  const [said, say] = useState('');
  const box = useRef<HTMLUListElement>(null);
  const moved = useRef<string | null>(null);
  // Keeps the focus on the handle while its row moves.
  useEffect(() => {
    if (moved.current === null || tasks.length === 0) return;
    box.current?.querySelector<HTMLElement>(`[${DRAG_HANDLE}="${moved.current}"]`)?.focus();
    moved.current = null;
  }, [tasks]);

  const open = tasks.filter(({ done }) => !done);
  const done = tasks.filter((task) => task.done);
  const moveTo = (task: Task | undefined, index: number) => {
    const there = open[index];
    if (task === undefined || there === undefined || there.id === task.id) return;
    move(task.id, there.id);
    say(t('order.moved', { text: task.text, place: index + 1, of: open.length }));
  };
  const step = (task: Task, index: number) =>
    open[index] === undefined
      ? undefined
      : () => {
          moved.current = task.id;
          moveTo(task, index);
        };
  const drop = (draggedId: string, onIndex: number, after: boolean) => {
    const from = open.findIndex(({ id }) => id === draggedId);
    const target = onIndex + (after ? 1 : 0);
    moveTo(open[from], from < target ? target - 1 : target);
  };
  const acts = (task: Task) => ({
    onDone: (isDone: boolean) => setDone(task.id, isDone),
    onEdit: () => setEditing(task),
    onRemove: () => remove(task),
  });
  return (
    <Page title={t('title')} description={t('onlyHere')}>
      <Box
        sx={{
          flex: '1 0 auto',
          display: 'flex',
          flexDirection: 'column',
          gap: 4,
          width: '100%',
          maxWidth: layout.readable,
        }}
      >
        <AddTask isFull={tasks.length >= TASKS_MAX} onAdd={add} />
        {open.length === 0 ? (
          <EmptyState
            icon={<ChecklistRounded />}
            title={t(done.length === 0 ? 'empty.title' : 'empty.allDone')}
            hint={t(done.length === 0 ? 'empty.hint' : 'empty.allDoneHint')}
          />
        ) : (
          <Box component="ul" ref={box} aria-label={t('open')} sx={LIST}>
            {open.map((task, index) => (
              <TaskRow
                key={task.id}
                task={task}
                order={{
                  up: step(task, index - 1),
                  down: step(task, index + 1),
                  onDrop: (draggedId, after) => drop(draggedId, index, after),
                }}
                {...acts(task)}
              />
            ))}
          </Box>
        )}
        {done.length > 0 && (
          <FoldingSection heading="h2" title={t('done', { shown: done.length })}>
            <Box component="ul" aria-label={t('done', { shown: done.length })} sx={LIST}>
              {done.map((task) => (
                <TaskRow key={task.id} task={task} {...acts(task)} />
              ))}
            </Box>
          </FoldingSection>
        )}
      </Box>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {editing !== null && (
        <TaskDialog
          task={editing}
          onSave={(fields) => change(editing.id, fields)}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
};

export default TodoListScreen;
