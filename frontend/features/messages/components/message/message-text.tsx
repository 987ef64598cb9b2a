import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Fragment, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { font, radius } from '../../../../theme/tokens.ts';
import { type MarkupNode, parseMarkup } from '../../message-markup.ts';

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

/** Longer texts are folded: a receipt or a log that was pasted would push the conversation out of sight. */
const FOLDED_LINES = 15;
const LONG_CHARS = 1200;
const LONG_LINES = 20;

const isLong = (text: string): boolean =>
  text.length > LONG_CHARS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

/** Keeps the beginning of a message where it is while its end moves: the list itself holds on to its own end. */
const keepPlace = (inside: HTMLElement): void => {
  const message = inside.closest('article');
  const list = inside.closest('[role="log"]');
  if (message === null || list === null) return;
  const { top } = message.getBoundingClientRect();
  const restore = () => {
    list.scrollTop += message.getBoundingClientRect().top - top;
  };
  // One frame for what is measured anew, one for what follows from it.
  requestAnimationFrame(() => requestAnimationFrame(restore));
};

/** A message's text with WhatsApp's marks and safe links, whole; everything else is shown as it was written. */
export const MarkedText = ({ text, sx = {} }: { text: string; sx?: object }) => {
  const nodes = useMemo(() => parseMarkup(text), [text]);
  return (
    <Box component="span" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...sx }}>
      {nodes.map(render)}
    </Box>
  );
};

/** A message's text; a very long one shows its beginning until the rest is asked for. */
export const MessageText = ({ text }: { text: string }) => {
  const { t } = useTranslation('messages');
  const long = isLong(text);
  const [whole, setWhole] = useState(false);
  const folded = {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: FOLDED_LINES,
    overflow: 'hidden',
  } as const;
  return (
    <>
      <MarkedText text={text} sx={long && !whole ? folded : {}} />
      {long && (
        <Button
          size="small"
          aria-expanded={whole}
          onClick={({ currentTarget }) => {
            setWhole(!whole);
            keepPlace(currentTarget);
          }}
          sx={{ display: 'block', marginTop: 1, marginInlineStart: -1 }}
        >
          {t(whole ? 'showLess' : 'showMore')}
        </Button>
      )}
    </>
  );
};
