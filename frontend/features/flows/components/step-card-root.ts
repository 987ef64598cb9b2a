import { styled } from '@mui/material/styles';
import { font, icon, radius } from '../../../theme/tokens.ts';

const WIDTH_PX = 240;
const HANDLE_PX = 12;
/** Area around a handle that reacts to the pointer. */
const GRIP_PX = 30;

/**
 * The complete style of a node on the canvas in one style sheet. Nodes mount and unmount by the dozen while the canvas
 * moves; plain elements with classes cost a fraction of the UI kit's components.
 */
export const StepCardRoot = styled('div')(({ theme }) => {
  const palette = theme.vars?.palette ?? theme.palette;
  const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
  const row = {
    paddingInline: theme.spacing(3),
    paddingBlock: theme.spacing(1),
    borderTop: `1px solid ${palette.divider}`,
    fontSize: font.caption,
  } as const;
  return {
    position: 'relative',
    width: WIDTH_PX,
    display: 'flex',
    flexDirection: 'column',
    border: `1px solid ${palette.divider}`,
    borderRadius: radius.card,
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    '&[data-broken="true"]': { borderColor: palette.error.main },
    '&[data-tried="true"]': {
      borderColor: palette.success.text,
      outline: `2px solid ${palette.success.text}`,
    },
    '&[data-selected="true"]': {
      borderColor: palette.primary.text,
      outline: `2px solid ${palette.primary.text}`,
    },

    '& .react-flow__handle': {
      width: HANDLE_PX,
      height: HANDLE_PX,
      border: `2px solid ${palette.background.paper}`,
      borderRadius: radius.pill,
      backgroundColor: palette.primary.text,
      '&::after': {
        content: '""',
        position: 'absolute',
        inset: -(GRIP_PX - HANDLE_PX) / 2,
        borderRadius: radius.pill,
      },
    },
    '& .react-flow__handle.connectingto, & .react-flow__handle.connectingfrom': {
      backgroundColor: palette.success.text,
    },

    '& .head': {
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(2),
      paddingInline: theme.spacing(3),
      paddingBlock: theme.spacing(2),
    },
    '& .icon': {
      display: 'flex',
      padding: theme.spacing(1),
      borderRadius: radius.control,
      fontSize: icon.medium,
    },
    '& .kind': { ...theme.typography.subtitle2, ...line, flex: 1, margin: 0 },
    '& .broken': { color: palette.error.text, fontSize: icon.medium },
    '& .summary': {
      ...theme.typography.body2,
      margin: 0,
      marginInline: theme.spacing(3),
      marginBottom: theme.spacing(2),
      color: palette.text.secondary,
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 3,
      overflow: 'hidden',
      whiteSpace: 'pre-line',
      overflowWrap: 'anywhere',
    },
    '& .exit': {
      ...row,
      position: 'relative',
      textAlign: 'right',
      '& p': { ...theme.typography.caption, ...line, margin: 0, color: palette.text.secondary },
    },
    '& .counts': {
      ...row,
      ...theme.typography.caption,
      display: 'flex',
      justifyContent: 'space-between',
      gap: theme.spacing(2),
      borderRadius: `0 0 ${radius.card}px ${radius.card}px`,
      backgroundColor: palette.primary.soft,
      fontVariantNumeric: 'tabular-nums',
      '& .came': { color: palette.primary.text, fontWeight: font.weight.medium },
    },
  };
});
