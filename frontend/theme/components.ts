import type { Components, Theme } from '@mui/material/styles';
import { font, icon, layout, motion, PHONE_MAX_PX, radius, TOUCH } from './tokens.ts';

const px = (value: number): string => `${value}px`;
const PHONE = `@media (max-width: ${PHONE_MAX_PX}px)`;
const ease = (property: string) => `${property} ${motion.fastMs}ms ${motion.easing}`;

/** Styles of the UI kit's components. Values come from the tokens; screens add none of their own. */
export const components: Components<Omit<Theme, 'components'>> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { height: '100%', WebkitTextSizeAdjust: '100%' },
      body: {
        height: '100%',
        overflow: 'hidden',
        WebkitFontSmoothing: 'antialiased',
        overscrollBehavior: 'none',
      },
      '#root': { height: '100dvh', isolation: 'isolate' },
      '*': { scrollbarWidth: 'thin', scrollbarColor: `${theme.vars?.palette.divider ?? 'auto'} transparent` },
      ':focus-visible': {
        outline: `2px solid ${theme.vars?.palette.primary.text ?? 'currentColor'}`,
        outlineOffset: 2,
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // None instead of a short one, because with a short transition every moving element stays at its old
          // position for one more frame.
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': {
          outline: `2px solid ${theme.vars?.palette.primary.text ?? 'currentColor'}`,
          outlineOffset: 2,
        },
      }),
    },
  },
  MuiSvgIcon: {
    styleOverrides: {
      root: { fontSize: px(icon.medium) },
      fontSizeSmall: { fontSize: px(icon.small) },
      fontSizeLarge: { fontSize: px(icon.large) },
    },
  },
  // Only headings are heading elements; other variants are text, whatever their style.
  MuiTypography: {
    defaultProps: {
      variantMapping: { subtitle1: 'p', subtitle2: 'p', message: 'p', h4: 'p', h5: 'p', h6: 'p' },
    },
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: layout.control,
        borderRadius: px(radius.control),
        padding: '6px 16px',
        whiteSpace: 'nowrap',
        [TOUCH]: { minHeight: layout.touchTarget },
      },
      sizeSmall: { minHeight: layout.control - 8, padding: '2px 12px', fontSize: font.secondary },
    },
    variants: [
      {
        props: ({ variant, color }) =>
          variant !== 'contained' && (color === undefined || color === 'primary'),
        style: ({ theme }) => ({ color: theme.vars?.palette.primary.text }),
      },
      {
        props: ({ variant, color }) => variant !== 'contained' && color === 'error',
        style: ({ theme }) => ({ color: theme.vars?.palette.error.text }),
      },
      {
        props: { variant: 'outlined' },
        style: ({ theme }) => ({ borderColor: theme.vars?.palette.divider }),
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: px(radius.control),
        padding: 8,
        transition: ease('background-color'),
        '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
        [TOUCH]: { minWidth: layout.touchTarget, minHeight: layout.touchTarget },
      }),
      sizeSmall: { padding: 6 },
    },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        marginBottom: 4,
        fontSize: font.secondary,
        fontWeight: font.weight.medium,
        lineHeight: 1.4,
        maxWidth: '100%',
        whiteSpace: 'normal',
        color: theme.vars?.palette.text.primary,
        '&.Mui-focused': { color: theme.vars?.palette.text.primary },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars?.palette.background.paper,
        fontSize: font.body,
        '& .MuiOutlinedInput-notchedOutline': {
          top: 0,
          borderColor: theme.vars?.palette.outline,
          '& legend': { display: 'none' },
        },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars?.palette.primary.text },
        // Below 16 px iOS zooms the page into a focused field.
        [PHONE]: { fontSize: font.heading.small },
        [TOUCH]: { minHeight: layout.touchTarget },
      }),
      input: {
        padding: '8px 12px',
        height: 20,
        textOverflow: 'ellipsis',
      },
      adornedStart: { '& .MuiOutlinedInput-input': { paddingLeft: 0 } },
      multiline: { padding: '8px 12px', '& textarea': { padding: 0 } },
    },
  },
  MuiInputBase: {
    styleOverrides: {
      input: { '&::placeholder': { opacity: 1, color: 'var(--mui-palette-text-secondary)' } },
    },
  },
  MuiTextField: { defaultProps: { fullWidth: true } },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        marginInline: 0,
        marginTop: 4,
        fontSize: font.secondary,
        // The text says why the field is disabled.
        '&.Mui-disabled': { color: 'var(--mui-palette-text-secondary)' },
      },
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({ '&.Mui-error': { color: theme.vars?.palette.text.primary } }),
      asterisk: ({ theme }) => ({ color: theme.vars?.palette.error.text }),
    },
  },
  MuiSelect: {
    styleOverrides: {
      select: {
        padding: '8px 12px',
        minHeight: 'unset !important',
        [TOUCH]: { paddingBlock: 12 },
      },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      inputRoot: { padding: '2px 8px', '& .MuiAutocomplete-input': { padding: '6px 4px' } },
      paper: { border: '1px solid var(--mui-palette-divider)' },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        padding: 6,
        '&.Mui-checked': { color: 'var(--mui-palette-primary-text)' },
        [TOUCH]: { padding: 12 },
      },
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 52, height: 36, padding: 8, [TOUCH]: { height: 44, paddingBlock: 12 } },
      switchBase: {
        padding: 11,
        [TOUCH]: { paddingBlock: 15 },
        color: 'var(--mui-palette-text-secondary)',
        '&.Mui-checked': {
          transform: 'translateX(16px)',
          color: 'var(--mui-palette-background-paper)',
          '& + .MuiSwitch-track': {
            opacity: 1,
            backgroundColor: 'var(--mui-palette-primary-text)',
            borderColor: 'var(--mui-palette-primary-text)',
          },
        },
        '&.Mui-disabled': { opacity: 0.5, '& + .MuiSwitch-track': { opacity: 0.5 } },
      },
      thumb: { width: 14, height: 14, boxShadow: 'none' },
      track: {
        opacity: 1,
        boxSizing: 'border-box',
        borderRadius: px(radius.pill),
        backgroundColor: 'transparent',
        border: '1px solid var(--mui-palette-outline)',
      },
    },
  },
  MuiRadio: {
    styleOverrides: {
      root: {
        padding: 6,
        '&.Mui-checked': { color: 'var(--mui-palette-primary-text)' },
        [TOUCH]: { padding: 12 },
      },
    },
  },
  MuiFormControlLabel: { styleOverrides: { root: { marginLeft: -6, marginRight: 0, gap: 2 } } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: { color: 'var(--mui-palette-primary-text)' } },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 40 },
      // A tap on the line is meant for the tab above it.
      indicator: { height: 2, pointerEvents: 'none', backgroundColor: 'var(--mui-palette-primary-text)' },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minHeight: 40,
        minWidth: 0,
        padding: '8px 10px',
        '&.Mui-selected': { color: 'var(--mui-palette-primary-text)' },
        [TOUCH]: { minWidth: layout.touchTarget, minHeight: layout.touchTarget },
      },
    },
  },
  MuiToggleButton: { styleOverrides: { root: { [TOUCH]: { minHeight: layout.touchTarget } } } },
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: px(radius.control), fontSize: font.secondary, height: 28 },
      sizeSmall: {
        height: 20,
        fontSize: font.caption,
        borderRadius: 6,
        '& .MuiChip-label': { paddingInline: 6 },
      },
    },
  },
  MuiBadge: {
    styleOverrides: {
      badge: { fontSize: font.caption, fontWeight: font.weight.strong, fontVariantNumeric: 'tabular-nums' },
      standard: { height: 16, minWidth: 16, paddingInline: 4 },
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--mui-palette-backdrop)' } },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        borderRadius: px(radius.card),
        backgroundColor: 'var(--mui-palette-background-raised)',
        border: '1px solid var(--mui-palette-divider)',
      },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: {
        padding: '20px 24px 8px',
        fontSize: font.heading.medium,
        fontWeight: font.weight.strong,
        overflowWrap: 'anywhere',
      },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: {
    styleOverrides: {
      root: { padding: '12px 24px 20px', gap: 8, '& > :not(style) ~ :not(style)': { marginLeft: 0 } },
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: {
        border: '1px solid var(--mui-palette-divider)',
        backgroundColor: 'var(--mui-palette-background-raised)',
      },
      list: { padding: 4 },
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: {
        border: '1px solid var(--mui-palette-divider)',
        backgroundColor: 'var(--mui-palette-background-raised)',
      },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        borderRadius: 6,
        minHeight: 36,
        // Names can be of any length.
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        gap: 12,
        paddingInline: 12,
        '& .MuiListItemIcon-root': { minWidth: 0 },
        [TOUCH]: { minHeight: layout.touchTarget },
      },
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 0, color: 'inherit' } } },
  MuiListItemButton: { styleOverrides: { root: { borderRadius: px(radius.control) } } },
  MuiTableCell: {
    styleOverrides: {
      root: {
        borderColor: 'var(--mui-palette-divider)',
        padding: '4px 12px',
        height: layout.tableRow,
        fontSize: font.body,
        fontVariantNumeric: 'tabular-nums',
      },
      head: {
        fontSize: font.secondary,
        fontWeight: font.weight.medium,
        color: 'var(--mui-palette-text-secondary)',
        backgroundColor: 'var(--mui-palette-background-paper)',
      },
    },
  },
  MuiAlert: { styleOverrides: { root: { borderRadius: px(radius.control), fontSize: font.body } } },
};
