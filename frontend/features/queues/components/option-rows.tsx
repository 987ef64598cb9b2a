import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import DragIndicatorRounded from '@mui/icons-material/DragIndicatorRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useCallback, useEffect, useId, useRef } from 'react';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon, layout, radius } from '../../../theme/tokens.ts';
import { DRAG_HANDLE, type DropAt, useDragRow, useDragScroll } from '../hooks/use-drag-row.ts';
import type { OptionTree } from '../hooks/use-option-tree.ts';
import { mayMove, type Place, type Row, type Step } from '../option-tree.ts';

const LIST = 'options';
/** Number of rows rendered beyond the visible ones. */
const OVERSCAN = 6;
const INDENT_PX = 20;

interface OptionRowProps {
  id: string;
  row: Row;
  /** The target, where the name does not say it. */
  leadsTo: string;
  isChosen: boolean;
  isOpen: boolean;
  isWrong: boolean;
  /** Whether the row is dimmed: it does not match the search, but a row below it does. */
  isFaint: boolean;
  canDrag: boolean;
  top: number;
  height: number;
  onChoose: (id: string) => void;
  onToggle: (id: string) => void;
  accepts: (draggedId: string, overId: string, at: DropAt) => boolean;
  onDrop: (draggedId: string, overId: string, at: DropAt) => void;
}

const DROP_LINES: Record<DropAt, object> = {
  'reorder-before': { boxShadow: 'inset 0 2px 0 var(--mui-palette-primary-main)' },
  'reorder-after': { boxShadow: 'inset 0 -2px 0 var(--mui-palette-primary-main)' },
  combine: { boxShadow: 'inset 0 0 0 2px var(--mui-palette-primary-main)' },
};

const OptionRow = memo(
  ({ id, row, leadsTo, isChosen, isOpen, isWrong, isFaint, canDrag, ...rest }: OptionRowProps) => {
    const { t } = useTranslation('queues');
    const { option, level, number, index, siblings } = row;
    const { top, height, onChoose, onToggle, accepts, onDrop } = rest;
    const hasBelow = option.options.length > 0;
    const drag = useDragRow({
      list: LIST,
      id: option.id,
      disabled: !canDrag,
      accepts: (draggedId, at) => accepts(draggedId, option.id, at),
      onDrop: (draggedId, at) => onDrop(draggedId, option.id, at),
    });
    const name = option.name === '' ? t('option.unnamed') : option.name;
    return (
      <Box
        ref={drag.row}
        id={id}
        role="treeitem"
        aria-level={level}
        aria-posinset={index + 1}
        aria-setsize={siblings}
        aria-selected={isChosen}
        {...(hasBelow ? { 'aria-expanded': isOpen } : {})}
        aria-label={[t('option.numbered', { number, name }), leadsTo, isWrong ? t('option.wrong') : '']
          .filter(Boolean)
          .join(', ')}
        onClick={() => onChoose(option.id)}
        sx={{
          position: 'absolute',
          insetInline: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingInlineEnd: 2,
          borderRadius: `${radius.control}px`,
          cursor: 'pointer',
          opacity: drag.isDragged ? 0.4 : 1,
          bgcolor: isChosen ? 'primary.soft' : 'transparent',
          '&:hover': isChosen ? {} : { bgcolor: 'action.hover' },
          ...(drag.dropAt === null ? {} : DROP_LINES[drag.dropAt]),
        }}
        style={{
          transform: `translateY(${top}px)`,
          height,
          paddingInlineStart: (level - 1) * INDENT_PX,
        }}
      >
        <Box
          {...{ [DRAG_HANDLE]: '' }}
          aria-hidden
          sx={{
            display: 'flex',
            color: 'text.disabled',
            cursor: canDrag ? 'grab' : 'default',
            visibility: canDrag ? 'visible' : 'hidden',
          }}
        >
          <DragIndicatorRounded sx={{ fontSize: icon.small }} />
        </Box>
        <Box
          aria-hidden
          onClick={(event) => {
            if (!hasBelow) return;
            event.stopPropagation();
            onToggle(option.id);
          }}
          sx={{
            display: 'flex',
            color: 'text.secondary',
            visibility: hasBelow ? 'visible' : 'hidden',
            transform: isOpen ? 'rotate(90deg)' : 'none',
          }}
        >
          <ChevronRightRounded />
        </Box>
        <Typography
          component="span"
          variant="body2"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {number}
        </Typography>
        <Typography
          component="span"
          noWrap
          sx={{
            flex: '1 1 auto',
            minWidth: 0,
            color: isFaint || option.name === '' ? 'text.secondary' : 'text.primary',
            fontWeight: isChosen ? 'fontWeightMedium' : 'fontWeightRegular',
          }}
        >
          {name}
        </Typography>
        {leadsTo !== '' && (
          <Typography
            component="span"
            variant="body2"
            noWrap
            sx={{ flex: '0 1 auto', maxWidth: '45%', color: 'text.secondary' }}
          >
            {leadsTo}
          </Typography>
        )}
        {isWrong && (
          <ErrorOutlineRounded sx={{ fontSize: icon.medium, color: 'error.text', flexShrink: 0 }} />
        )}
      </Box>
    );
  },
);

const STEP_OF: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

interface OptionRowsProps {
  editor: OptionTree;
  leadsTo: (row: Row) => string;
  /** Moves the focus to the fields of the selected option. */
  onEdit: () => void;
  /** Called when a row was pressed: on narrow screens its fields replace the tree. */
  onPress: () => void;
  onStep: (id: string, step: Step) => void;
  onRemove: (id: string) => void;
  onCopy: (id: string) => void;
}

/**
 * The option tree. It is a single tab stop: arrow keys move, open and close, and with Alt they move the option. Only
 * visible rows are rendered, so that two hundred options are as fast as twenty.
 */
export const OptionRows = ({
  editor,
  leadsTo,
  onEdit,
  onPress,
  onStep,
  onRemove,
  onCopy,
}: OptionRowsProps) => {
  const { t } = useTranslation('queues');
  const treeId = useId();
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  useDragScroll(scroller, LIST);
  const { shown, chosen, closed, problems, words } = editor;
  const { rows, found } = shown;
  const height = isPhone ? layout.touchTarget : layout.control;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => rows[index]?.option.id ?? index, [rows]),
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const at = rows.findIndex(({ option }) => option.id === chosen?.option.id);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);

  // Stable callbacks, so that only changed rows re-render.
  const latest = useRef({ ...editor, onPress });
  useEffect(() => {
    latest.current = { ...editor, onPress };
  });
  const onChoose = useCallback((id: string) => {
    latest.current.choose(id);
    latest.current.onPress();
  }, []);
  const onToggle = useCallback((id: string) => latest.current.toggle(id), []);
  const placeOf = useCallback((overId: string, dropAt: DropAt): Place | undefined => {
    const over = latest.current.rows.find(({ option }) => option.id === overId);
    if (over === undefined) return undefined;
    if (dropAt === 'combine') return { parentId: overId, index: over.option.options.length };
    return { parentId: over.parentId, index: over.index + (dropAt === 'reorder-after' ? 1 : 0) };
  }, []);
  const accepts = useCallback(
    (draggedId: string, overId: string, dropAt: DropAt): boolean => {
      const place = placeOf(overId, dropAt);
      return place !== undefined && mayMove(latest.current.tree, draggedId, place);
    },
    [placeOf],
  );
  const onDrop = useCallback(
    (draggedId: string, overId: string, dropAt: DropAt) => {
      const place = placeOf(overId, dropAt);
      if (place !== undefined) latest.current.move(draggedId, place);
      latest.current.choose(draggedId);
    },
    [placeOf],
  );

  const go = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row !== undefined) editor.choose(row.option.id);
  };
  const chosenRow = rows[at];
  const open = ({ option }: Row) => {
    if (option.options.length === 0) return;
    if (closed.has(option.id)) editor.toggle(option.id);
    else go(at + 1);
  };
  const close = ({ option, parentId }: Row) => {
    if (option.options.length > 0 && !closed.has(option.id)) editor.toggle(option.id);
    else if (parentId !== null) editor.choose(parentId);
  };
  /** Returns the action of a key in the tree; undefined for other keys. */
  const actOf = (key: string): (() => void) | undefined => {
    switch (key) {
      case 'ArrowDown':
        return () => go(at + 1);
      case 'ArrowUp':
        return () => go(at - 1);
      case 'Home':
        return () => go(0);
      case 'End':
        return () => go(rows.length - 1);
      case 'Enter':
        return onEdit;
      case 'ArrowRight':
        return () => chosenRow && open(chosenRow);
      case 'ArrowLeft':
        return () => chosenRow && close(chosenRow);
      case 'Delete':
        return () => chosenRow && onRemove(chosenRow.option.id);
      default:
        return undefined;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? STEP_OF[event.key] : undefined;
    const hasControl = event.ctrlKey || event.metaKey;
    const act = (() => {
      if (step !== undefined) return () => chosenRow && onStep(chosenRow.option.id, step);
      if (hasControl && event.key.toLowerCase() === 'd')
        return () => chosenRow && onCopy(chosenRow.option.id);
      return event.altKey || hasControl || event.shiftKey ? undefined : actOf(event.key);
    })();
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <Box
      ref={scroller}
      role="tree"
      aria-label={t('option.tree')}
      tabIndex={0}
      {...(chosenRow === undefined ? {} : { 'aria-activedescendant': `${treeId}-${chosenRow.option.id}` })}
      onFocus={(event) => {
        if (event.target === event.currentTarget && chosenRow === undefined) go(0);
      }}
      onKeyDown={onKeyDown}
      sx={{
        height: { xs: '38dvh', md: 300 },
        overflow: 'auto',
        padding: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
      }}
    >
      <Box role="presentation" sx={{ position: 'relative' }} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { id } = row.option;
          return (
            <OptionRow
              key={key}
              id={`${treeId}-${id}`}
              row={row}
              leadsTo={leadsTo(row)}
              isChosen={index === at}
              isOpen={found !== null || !closed.has(id)}
              isWrong={problems.has(id)}
              isFaint={found !== null && !found.has(id)}
              canDrag={words.trim() === ''}
              top={start}
              height={height}
              onChoose={onChoose}
              onToggle={onToggle}
              accepts={accepts}
              onDrop={onDrop}
            />
          );
        })}
      </Box>
    </Box>
  );
};
