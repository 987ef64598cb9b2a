import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import type { InteractiveContent } from '@prosa/shared/messaging/rich-content.ts';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { radius } from '../../../../theme/tokens.ts';
import { InteractiveCard } from '../message/interactive-card.tsx';

interface PreviewBubbleProps {
  /** Accessible name of the preview. */
  label: string;
  /** Shown above the bubble. */
  caption: string;
  children: ReactNode;
}

/** A bubble beside a form, with the message as the contact will receive it. */
export const PreviewBubble = ({ label, caption, children }: PreviewBubbleProps) => (
  <Box
    component="section"
    aria-label={label}
    sx={{ display: 'flex', flexDirection: 'column', gap: 2, position: 'sticky', top: 0 }}
  >
    <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {caption}
    </Typography>
    <Box
      sx={{
        alignSelf: 'flex-start',
        maxWidth: '100%',
        paddingInline: 3,
        paddingBlock: 2,
        borderRadius: `${radius.bubble}px`,
        bgcolor: 'bubble.own',
        color: 'text.primary',
      }}
    >
      {children}
    </Box>
  </Box>
);

/** A card that cannot be used; screen readers read its text. */
export const CardPreview = ({ content }: { content: InteractiveContent }) => (
  <>
    <VisuallyHidden>{contentText(content)}</VisuallyHidden>
    <div inert>
      <InteractiveCard content={content} />
    </div>
  </>
);
