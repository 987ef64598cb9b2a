import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DragIndicatorRounded from '@mui/icons-material/DragIndicatorRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { RowActions } from '../../../components/row-actions.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { DRAG_HANDLE, useDragRow } from '../../queues/hooks/use-drag-row.ts';
import type { Task } from '../tasks.ts';
import { DueChip } from './due-chip.tsx';

const LIST = 'tasks';

/** How a task of an ordered list moves. */
export interface TaskOrder {
  /** Moves the task one place up or down; undefined at that end of the list. */
  up: (() => void) | undefined;
  down: (() => void) | undefined;
  /** Moves a dragged task to this one. */
  onDrop: (draggedId: string, after: boolean) => void;
}

interface TaskRowProps {
  task: Task;
  /** Undefined in a list without an order of its own. */
  order?: TaskOrder;
  onDone: (done: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** The handle by which a task is dragged, or moved with the arrow keys. */
const Handle = ({ task, order: { up, down } }: { task: Task; order: TaskOrder }) => {
  const { t } = useTranslation('todo-list');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'ArrowUp') up?.();
    else down?.();
  };
  return (
    <IconAction
      {...{ [DRAG_HANDLE]: task.id }}
      size="small"
      label={t('order.handle', { text: task.text })}
      icon={<DragIndicatorRounded />}
      onKeyDown={onKeyDown}
      sx={{ cursor: 'grab', color: 'text.secondary' }}
    />
  );
};

/** A task in the list: done or not, its text, when it is due, and its actions. */
export const TaskRow = ({ task, order, onDone, onEdit, onRemove }: TaskRowProps) => {
  const { t } = useTranslation('todo-list');
  const id = useId();
  const { row, dropAt, isDragged } = useDragRow({
    list: LIST,
    id: task.id,
    disabled: order === undefined,
    accepts: (_id, at) => at !== 'combine',
    onDrop: (draggedId, at) => order?.onDrop(draggedId, at === 'reorder-after'),
  });
  const step = (id: string, label: string, icon: ReactNode, run: (() => void) | undefined) => ({
    id,
    label,
    icon,
    disabled: run === undefined,
    run: () => run?.(),
  });
  const line = dropAt === 'reorder-before' ? '2px' : '-2px';
  return (
    <Box
      component="li"
      ref={row}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        paddingInline: 2,
        paddingBlock: 1,
        opacity: isDragged ? 0.4 : 1,
        ...(dropAt === null ? {} : { boxShadow: `inset 0 ${line} 0 var(--mui-palette-primary-main)` }),
      }}
    >
      {order !== undefined && <Handle task={task} order={order} />}
      <Checkbox
        checked={task.done}
        onChange={(_event, done) => onDone(done)}
        slotProps={{ input: { 'aria-labelledby': id } }}
      />
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 3,
          rowGap: 1,
          paddingBlock: 2,
        }}
      >
        <Typography
          id={id}
          component="span"
          sx={{
            flex: '1 1 200px',
            minWidth: 0,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            ...(task.done ? { color: 'text.secondary', textDecoration: 'line-through' } : {}),
          }}
        >
          {task.text}
        </Typography>
        <DueChip task={task} />
      </Box>
      <RowActions
        label={t('actionsOf', { text: task.text })}
        actions={[
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: onEdit },
          ...(order === undefined
            ? []
            : [
                step('up', t('order.up'), <ArrowUpwardRounded />, order.up),
                step('down', t('order.down'), <ArrowDownwardRounded />, order.down),
              ]),
          {
            id: 'remove',
            label: t('remove'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: onRemove,
          },
        ]}
      />
    </Box>
  );
};
