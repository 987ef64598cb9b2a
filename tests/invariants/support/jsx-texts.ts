import { parseSync } from 'vite';
import { lineOf, type SourceFile } from './source-files.ts';

/** Attributes that people read or hear. */
const READ_ATTRIBUTES = new Set([
  'aria-label',
  'alt',
  'title',
  'label',
  'placeholder',
  'helperText',
  'tooltip',
]);
const LETTERS = /\p{L}{2,}/u;
const COLOUR = /^#[0-9a-f]{3,8}$/i;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string =>
  isNode(value) && typeof value.value === 'string' ? value.value : '';

function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const child of node) yield* walk(child);
    return;
  }
  if (!isNode(node)) return;
  if (typeof node.type === 'string') yield node;
  for (const child of Object.values(node)) if (isNode(child)) yield* walk(child);
}

const literalOf = (node: Node): string => {
  if (node.type === 'JSXText') return textOf(node);
  if (node.type !== 'JSXAttribute' || !isNode(node.name) || typeof node.name.name !== 'string') return '';
  return READ_ATTRIBUTES.has(node.name.name) ? textOf(node.value) : '';
};

/** Words written straight into JSX, as `path:line: text`. */
export const jsxTexts = (file: SourceFile): string[] =>
  [...walk(parseSync(file.path, file.text).program)].flatMap((node) => {
    const text = literalOf(node).trim();
    const start = typeof node.start === 'number' ? node.start : 0;
    return LETTERS.test(text) && !COLOUR.test(text)
      ? [`${file.path}:${lineOf(file.text, start)}: ${text}`]
      : [];
  });
