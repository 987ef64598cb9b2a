import type { SourceFile } from './source-files.ts';
import { isNode, type Node, nodesOf, placeOf } from './syntax.ts';

/** Attributes whose text is displayed or read aloud. */
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

const textOf = (value: unknown): string =>
  isNode(value) && typeof value.value === 'string' ? value.value : '';

const literalOf = (node: Node): string => {
  if (node.type === 'JSXText') return textOf(node);
  if (node.type !== 'JSXAttribute' || !isNode(node.name) || typeof node.name.name !== 'string') return '';
  return READ_ATTRIBUTES.has(node.name.name) ? textOf(node.value) : '';
};

/** Returns the literal words in JSX, as `path:line: text`. */
export const jsxTexts = (file: SourceFile): string[] =>
  nodesOf(file).flatMap((node) => {
    const text = literalOf(node).trim();
    return LETTERS.test(text) && !COLOUR.test(text) ? [`${placeOf(file, node)}: ${text}`] : [];
  });
