import { parseSync } from 'vite';
import { lineOf, type SourceFile } from './source-files.ts';

export type Node = Record<string, unknown>;
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function* walk(node: unknown, isEntered: (node: Node) => boolean = () => true): Generator<Node> {
  if (Array.isArray(node)) {
    for (const child of node) yield* walk(child, isEntered);
    return;
  }
  if (!isNode(node)) return;
  if (typeof node.type === 'string') yield node;
  if (!isEntered(node)) return;
  for (const child of Object.values(node)) if (isNode(child)) yield* walk(child, isEntered);
}

/** Returns a node and every node below it. */
export const nodesBelow = (node: unknown): Node[] => [...walk(node)];

/** Returns every node of a file's syntax tree. */
export const nodesOf = (file: SourceFile): Node[] => nodesBelow(parseSync(file.path, file.text).program);

/** Returns the nodes of a file that run on loading: those outside of functions. */
export const nodesRunByLoading = (file: SourceFile): Node[] => [
  ...walk(parseSync(file.path, file.text).program, ({ type }) => !/Function/.test(String(type))),
];

/** Returns the start of a node, as `path:line`. */
export const placeOf = (file: SourceFile, node: Node): string =>
  `${file.path}:${lineOf(file.text, typeof node.start === 'number' ? node.start : 0)}`;

/** Returns the name of an identifier; empty for any other node. */
export const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : '';

/**
 * Returns the name that a call begins with: `expect` of `expect(a).not.toBe(b)`, `it` of `it.each(rows)('…', work)`.
 */
export const rootOf = (node: unknown): string => {
  let at = node;
  while (isNode(at) && at.type !== 'Identifier') {
    if (at.type === 'MemberExpression') at = at.object;
    else if (at.type === 'CallExpression') at = at.callee;
    else return '';
  }
  return nameOf(at);
};
