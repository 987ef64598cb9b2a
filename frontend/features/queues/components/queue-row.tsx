import DragIndicatorRounded from '@mui/icons-material/DragIndicatorRounded';
import TableRow from '@mui/material/TableRow';
import { createContext, type KeyboardEvent, useContext } from 'react';
import type { IdentifiedRowProps } from '../../../components/data-table.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { DRAG_HANDLE, useDragRow } from '../hooks/use-drag-row.ts';

interface Order {
  /** Moves a queue by a number of positions. */
  step: (id: number, by: number) => void;
  drop: (id: number, onId: number, after: boolean) => void;
}
/** Functions that reorder the table's rows; null while the table is filtered. */
export const OrderContext = createContext<Order | null>(null);

/** A table row that can be dragged by its handle to another position. */
export const QueueRow = ({ rowId, ...props }: IdentifiedRowProps) => {
  const order = useContext(OrderContext);
  const { row, dropAt, isDragged } = useDragRow({
    list: 'queues',
    id: String(rowId),
    disabled: order === null,
    accepts: (_id, at) => at !== 'combine',
    onDrop: (id, at) => order?.drop(Number(id), Number(rowId), at === 'reorder-after'),
  });
  const line = dropAt === 'reorder-before' ? '2px' : '-2px';
  return (
    <TableRow
      {...props}
      ref={(element) => {
        row.current = element;
      }}
      sx={[
        ...(Array.isArray(props.sx) ? props.sx : [props.sx ?? false]),
        isDragged && { opacity: 0.4 },
        dropAt !== null && {
          '& > td': { boxShadow: `inset 0 ${line} 0 var(--mui-palette-primary-main)` },
        },
      ]}
    />
  );
};

/** A handle for dragging a row, or moving it with the arrow keys. */
export const QueueHandle = ({ id, name }: { id: number; name: string }) => {
  const { t } = useTranslation('queues');
  const order = useContext(OrderContext);
  if (order === null) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    order.step(id, by);
  };
  return (
    <IconAction
      {...{ [DRAG_HANDLE]: id }}
      size="small"
      label={t('order.handle', { name })}
      icon={<DragIndicatorRounded />}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      sx={{ cursor: 'grab', color: 'text.secondary' }}
    />
  );
};
