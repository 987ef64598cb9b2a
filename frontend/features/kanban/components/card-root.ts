import { styled } from '@mui/material/styles';
import { font, icon, layout, motion, radius } from '../../../theme/tokens.ts';
import { MORE_PX } from '../../tickets/tags-that-fit.ts';

const LINE_PX = 20;
const DOT_PX = 8;
const DRAGGED_OPACITY = 0.4;

/** The card's complete style in one style sheet, because dozens of cards mount and unmount while scrolling. */
export const CardRoot = styled('article')(({ theme }) => {
  const palette = theme.vars?.palette ?? theme.palette;
  return {
    position: 'relative',
    height: '100%',
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    paddingInline: theme.spacing(3),
    paddingTop: theme.spacing(2),
    backgroundColor: palette.background.paper,
    border: `1px solid ${palette.divider}`,
    borderRadius: radius.control,
    transition: `border-color ${motion.fastMs}ms`,
    // A long press opens the card's actions instead of selecting text or the link's own menu.
    '@media (hover: none)': { userSelect: 'none', WebkitTouchCallout: 'none' },
    '&:hover': { borderColor: palette.outline },
    '&[draggable="true"]': { cursor: 'grab' },
    '&[data-dragged="true"]': { opacity: DRAGGED_OPACITY },
    '&:has(a:focus-visible)': { outline: `2px solid ${palette.primary.text}`, outlineOffset: -2 },

    '& .line': {
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(2),
      minHeight: LINE_PX,
      flexShrink: 0,
    },
    '& .cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0, flex: 1 },
    '& .channel': { fontSize: icon.small, color: palette.text.secondary, flexShrink: 0 },
    '& .name': {
      margin: 0,
      fontSize: font.body,
      fontWeight: font.weight.medium,
      color: palette.text.primary,
    },
    '& .time, & .since': {
      fontSize: font.caption,
      color: palette.text.secondary,
      fontVariantNumeric: 'tabular-nums',
    },
    '& .preview': { fontSize: font.secondary, color: palette.text.secondary },
    '&[data-unread="true"]': {
      '& .name': { fontWeight: font.weight.strong },
      '& .preview': { color: palette.text.primary, fontWeight: font.weight.medium },
    },

    '& .facts': {
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(2),
      minHeight: LINE_PX,
      fontSize: font.caption,
      color: palette.text.secondary,
    },
    '& .fact': {
      flex: '0 1 auto',
      minWidth: 0,
      maxWidth: '60%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .dot': {
      display: 'inline-block',
      width: DOT_PX,
      height: DOT_PX,
      marginInlineEnd: theme.spacing(1),
      borderRadius: '50%',
    },
    // Tags use the room that the queue and the attendant leave.
    '& .tags': {
      position: 'relative',
      flex: '1 0 0',
      minWidth: MORE_PX,
      display: 'flex',
      gap: theme.spacing(1),
      overflow: 'hidden',
      '& .hidden': { position: 'absolute', visibility: 'hidden' },
    },
    '& .chip': {
      flexShrink: 0,
      paddingInline: 6,
      whiteSpace: 'nowrap',
      fontSize: font.caption,
      border: `1px solid ${palette.divider}`,
      borderRadius: radius.tail + 2,
    },

    '& .foot': {
      flex: 1,
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(2),
      marginInlineEnd: theme.spacing(-2),
    },
    '& .since': { display: 'flex', alignItems: 'center', gap: theme.spacing(1), minWidth: 0, flex: 1 },
    '& .since svg': { fontSize: icon.small, flexShrink: 0 },
    '& .open': {
      flexShrink: 0,
      fontSize: font.caption,
      fontWeight: font.weight.medium,
      color: palette.primary.text,
      textDecoration: 'none',
      // The link covers the whole card; the menu's button is above it.
      '&::after': { content: '""', position: 'absolute', inset: 0 },
      '&:focus-visible': { outline: 'none' },
    },
    '& .menu': { position: 'relative', zIndex: 1, flexShrink: 0, minWidth: layout.avatar.small },
  };
});
