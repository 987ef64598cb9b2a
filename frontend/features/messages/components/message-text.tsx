import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Fragment, useMemo } from 'react';
import { type MarkupNode, parseMarkup } from '../message-markup.ts';

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
    case 'mono':
      return <code key={key}>{node.text}</code>;
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
