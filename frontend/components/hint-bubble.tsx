import Box from '@mui/material/Box';
import Popper from '@mui/material/Popper';
import { font, layout, motion, radius } from '../theme/tokens.ts';

/** Distance between a hint and its element, and between a hint and the window's edge; CSS pixels. */
const GAP_PX = 8;
const MODIFIERS = [
  { name: 'offset', options: { offset: [0, GAP_PX] } },
  { name: 'preventOverflow', options: { padding: GAP_PX } },
];

interface HintBubbleProps {
  text: string;
  side: 'top' | 'bottom' | 'left' | 'right';
  anchor: Element;
}

/**
 * A hint beside its element; on the opposite side when the preferred side has no room. Hidden from screen readers,
 * which have read the same text as the element's name, and would find it again outside of all landmarks.
 */
export const HintBubble = ({ text, side, anchor }: HintBubbleProps) => (
  <Popper
    open
    aria-hidden
    anchorEl={anchor}
    placement={side}
    modifiers={MODIFIERS}
    sx={{ zIndex: 'tooltip', pointerEvents: 'none' }}
  >
    <Box
      sx={{
        width: 'max-content',
        maxWidth: `min(${layout.popoverList}px, calc(100vw - ${2 * GAP_PX}px))`,
        paddingInline: 2,
        paddingBlock: 1,
        borderRadius: `${radius.control}px`,
        bgcolor: 'text.primary',
        color: 'background.paper',
        fontSize: font.caption,
        fontWeight: font.weight.medium,
        lineHeight: 1.4,
        overflowWrap: 'anywhere',
        animation: `hint ${motion.fastMs}ms ${motion.easing}`,
        '@keyframes hint': { from: { opacity: 0 } },
      }}
    >
      {text}
    </Box>
  </Popper>
);
