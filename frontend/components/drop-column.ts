import { motion, radius } from '../theme/tokens.ts';

/** Returns the style of a column of cards; its frame shows whether a dragged card would be dropped on it. */
export const dropColumn = (isOver: boolean) =>
  ({
    display: 'flex',
    flexDirection: 'column',
    flex: 'none',
    border: 1,
    borderColor: isOver ? 'primary.main' : 'divider',
    borderRadius: `${radius.card}px`,
    overflow: 'hidden',
    transition: `border-color ${motion.fastMs}ms, box-shadow ${motion.fastMs}ms`,
    ...(isOver ? { boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)' } : {}),
  }) as const;
