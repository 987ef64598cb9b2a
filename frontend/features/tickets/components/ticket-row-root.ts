import { styled } from '@mui/material/styles';
import { font, icon, layout, motion, radius } from '../../../theme/tokens.ts';
import { MORE_PX } from '../tags-that-fit.ts';

const LINE_PX = 20;
const CHIP_PX = 18;
const DOT_PX = 8;
const TAG_MAX_PX = 140;

/**
 * The row's complete style in one style sheet. Rows mount and unmount by the dozen while scrolling; plain elements
 * with classes cost a fraction of the UI kit's components.
 */
export const TicketRowRoot = styled('div')(({ theme }) => {
  const palette = theme.vars?.palette ?? theme.palette;
  return {
    position: 'relative',
    height: '100%',
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(3),
    paddingInline: theme.spacing(4),
    borderBottom: `1px solid ${palette.divider}`,
    // A long press opens the row's actions instead of selecting text or the link's own menu.
    '@media (hover: none)': { userSelect: 'none', WebkitTouchCallout: 'none' },
    '&:hover': { backgroundColor: palette.action.hover, transition: `background-color ${motion.fastMs}ms` },
    // Without a transition, because its frames would delay the ticket that opens.
    '&[data-selected="true"]': { backgroundColor: palette.primary.soft, transition: 'none' },

    '& .avatar': {
      position: 'relative',
      flexShrink: 0,
      width: layout.avatar.medium,
      height: layout.avatar.medium,
    },
    '& .face': {
      display: 'grid',
      placeItems: 'center',
      width: '100%',
      height: '100%',
      borderRadius: '50%',
      overflow: 'hidden',
      backgroundColor: palette.secondary.soft,
      color: palette.text.secondary,
      fontSize: font.secondary,
      fontWeight: font.weight.strong,
    },
    '& .face img': {
      gridArea: '1 / 1',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      backgroundColor: 'inherit',
    },
    '& .face > span, & .face > svg': { gridArea: '1 / 1' },
    '& .channel': {
      position: 'absolute',
      right: theme.spacing(-1),
      bottom: theme.spacing(-1),
      display: 'flex',
      padding: 1,
      borderRadius: '50%',
      backgroundColor: palette.background.paper,
      color: palette.text.secondary,
      '& svg': { fontSize: icon.small },
    },

    '& .body': { flex: 1, minWidth: 0 },
    '& .line': { display: 'flex', alignItems: 'center', gap: theme.spacing(2), height: LINE_PX },
    '& .cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0, flex: 1 },
    '& .name': {
      color: palette.text.primary,
      textDecoration: 'none',
      fontWeight: font.weight.medium,
      // The link covers the whole row; buttons are above it.
      '&::after': { content: '""', position: 'absolute', inset: 0 },
      '&:focus-visible': { outline: 'none' },
      '&:focus-visible::after': { outline: `2px solid ${palette.primary.text}`, outlineOffset: -2 },
    },
    '& .time': { fontSize: font.caption, color: palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
    '& .preview': { fontSize: font.secondary, color: palette.text.secondary },
    '& mark': {
      borderRadius: radius.tail,
      backgroundColor: palette.primary.soft,
      color: palette.primary.text,
      fontWeight: font.weight.medium,
    },
    '& .draft': {
      marginInlineEnd: theme.spacing(1),
      color: palette.warning.text,
      fontWeight: font.weight.medium,
    },
    '&[data-unread="true"]': {
      '& .name': { fontWeight: font.weight.strong },
      '& .time': { color: palette.primary.text, fontWeight: font.weight.strong },
      '& .preview': { color: palette.text.primary, fontWeight: font.weight.medium },
    },
    '&[data-active="true"] .time': { visibility: 'hidden' },

    '& .chips': {
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(1),
      height: layout.avatar.small,
      overflow: 'hidden',
    },
    // Tags use the room that the other chips leave.
    '& .tags': {
      position: 'relative',
      flex: '1 0 0',
      minWidth: MORE_PX,
      display: 'flex',
      gap: theme.spacing(1),
      overflow: 'hidden',
      '& .chip': { flexShrink: 0, maxWidth: TAG_MAX_PX },
      // Measured all the time, because tags show again in a wider list.
      '& .hidden': { position: 'absolute', visibility: 'hidden' },
    },
    '& .chip': {
      minWidth: 36,
      maxWidth: '60%',
      height: CHIP_PX,
      lineHeight: `${CHIP_PX - 2}px`,
      paddingInline: 6,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: font.caption,
      color: palette.text.secondary,
      border: `1px solid ${palette.divider}`,
      borderRadius: radius.tail + 2,
    },
    '& .chip:only-child': { maxWidth: '100%' },
    '& .chip.news': {
      color: palette.primary.text,
      borderColor: palette.primary.text,
      fontWeight: font.weight.medium,
    },
    '& .chip.reply': {
      flexShrink: 0,
      minWidth: 0,
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(1),
      '& svg': { fontSize: font.caption },
    },
    '& .chip.reply[data-tone="soon"]': {
      color: palette.warning.text,
      borderColor: palette.warning.text,
      fontWeight: font.weight.medium,
      fontVariantNumeric: 'tabular-nums',
    },
    '& .dot': {
      display: 'inline-block',
      width: DOT_PX,
      height: DOT_PX,
      marginRight: theme.spacing(1),
      borderRadius: '50%',
    },

    '& .quick': {
      position: 'absolute',
      right: theme.spacing(3),
      zIndex: 1,
      display: 'flex',
      gap: theme.spacing(1),
      padding: 2,
      backgroundColor: palette.background.raised,
      border: `1px solid ${palette.divider}`,
      borderRadius: radius.control,
    },
    '& .above': { position: 'relative', zIndex: 1, flexShrink: 0 },
  };
});
