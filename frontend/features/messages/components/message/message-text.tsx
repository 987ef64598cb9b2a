import Button from '@mui/material/Button';
import clsx from 'clsx';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { type MarkupNode, parseMarkup } from '../../message-markup.ts';
import css from './message.module.css';

/** Renders text without formatting. */
type PlainText = (text: string) => ReactNode;
const asWritten: PlainText = (text) => text;

const rendererOf = (plain: PlainText) => {
  const render = (node: MarkupNode, key: number) => {
    switch (node.kind) {
      case 'text':
        return <Fragment key={key}>{plain(node.text)}</Fragment>;
      case 'bold':
        return <strong key={key}>{node.children.map(render)}</strong>;
      case 'italic':
        return <em key={key}>{node.children.map(render)}</em>;
      case 'strike':
        return <s key={key}>{node.children.map(render)}</s>;
      case 'code':
        return (
          <code key={key} className={css.code}>
            {node.text}
          </code>
        );
      case 'mono':
        return (
          <code key={key} className={clsx(css.code, node.text.includes('\n') && css.codeBlock)}>
            {node.text.replace(/^\n|\n$/g, '')}
          </code>
        );
      case 'link':
        return (
          <a key={key} href={node.href} target="_blank" rel="noopener noreferrer" className={css.link}>
            {node.text}
          </a>
        );
    }
  };
  return render;
};

/**
 * Texts above this length collapse to 15 lines, because a pasted receipt or log would push the conversation out of
 * view.
 */
const LONG_CHARS = 1200;
const LONG_LINES = 20;

const isLong = (text: string): boolean =>
  text.length > LONG_CHARS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

/**
 * Keeps the start of a message at its position while its end moves; the list itself would keep the position of its
 * end.
 */
const keepPlace = (inside: HTMLElement): void => {
  const message = inside.closest('article');
  const list = inside.closest('[role="log"]');
  if (message === null || list === null) return;
  const { top } = message.getBoundingClientRect();
  const restore = () => {
    list.scrollTop += message.getBoundingClientRect().top - top;
  };
  // One frame for new measurements, and one for their effects.
  requestAnimationFrame(() => requestAnimationFrame(restore));
};

interface MarkedTextProps {
  text: string;
  folded?: boolean;
  /** Renders the text between formatting and links; as written by default. */
  plain?: PlainText;
}

/** A message's full text with WhatsApp's formatting and safe links; everything else is shown as written. */
export const MarkedText = ({ text, folded = false, plain = asWritten }: MarkedTextProps) => {
  const nodes = useMemo(() => parseMarkup(text), [text]);
  return (
    <span dir="auto" className={clsx(css.text, folded && css.folded)}>
      {nodes.map(rendererOf(plain))}
    </span>
  );
};

/** A message's text; a very long text is folded until the user expands it. */
export const MessageText = ({ text, plain = asWritten }: Omit<MarkedTextProps, 'folded'>) => {
  const { t } = useTranslation('messages');
  const long = isLong(text);
  const [whole, setWhole] = useState(false);
  return (
    <>
      <MarkedText text={text} folded={long && !whole} plain={plain} />
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
