import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Fragment, useMemo } from 'react';
import { font, radius } from '../../../theme/tokens.ts';
import { type MarkupNode, parseMarkup } from '../message-markup.ts';

const CODE = {
  fontFamily: 'monospace',
  fontSize: font.secondary,
  paddingInline: 1,
  borderRadius: `${radius.tail}px`,
  bgcolor: 'action.hover',
} as const;
const CODE_BLOCK = { ...CODE, display: 'block', paddingInline: 2, paddingBlock: 1, marginBlock: 1 } as const;

const render = (node: MarkupNode, key: number) => {
  switch (node.kind) {
    case 'text':
      return <Fragment key={key}>{node.text}</Fragment>;
    case 'bold':
      return <strong key={key}>{node.children.map(render)}</strong>;
    case 'italic':
      return <em key={key}>{node.children.map(render)}</em>;
    case 'strike':
      return <s key={key}>{node.children.map(render)}</s>;
    case 'code':
      return (
        <Box key={key} component="code" sx={CODE}>
          {node.text}
        </Box>
      );
    case 'mono':
      return (
        <Box key={key} component="code" sx={node.text.includes('\n') ? CODE_BLOCK : CODE}>
          {node.text.replace(/^\n|\n$/g, '')}
        </Box>
      );
    case 'link':
      return (
        <Link key={key} href={node.href} target="_blank" rel="noopener noreferrer" underline="always">
          {node.text}
        </Link>
      );
  }
};

/** A message's text with WhatsApp's marks and safe links; everything else is shown as it was written. */
export const MessageText = ({ text }: { text: string }) => {
  const nodes = useMemo(() => parseMarkup(text), [text]);
  return (
    <Box component="span" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {nodes.map(render)}
    </Box>
  );
};
