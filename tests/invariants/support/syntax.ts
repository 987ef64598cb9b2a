import { parseSync } from 'vite';
import { lineOf, type SourceFile } from './source-files.ts';

export type Node = Record<string, unknown>;
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/**
 * Adds a node and the nodes below it to a list, in the order of the text. A list instead of a generator, because nested
 * generators take seven times as long for the two million nodes of the code base.
 */
const collect = (found: Node[], node: Node, isEntered: (node: Node) => boolean): void => {
  if (typeof node.type === 'string') found.push(node);
  if (!isEntered(node)) return;
  for (const key in node) {
    const child = node[key];
    if (isNode(child)) collect(found, child, isEntered);
  }
};

const collected = (node: unknown, isEntered: (node: Node) => boolean = () => true): Node[] => {
  const found: Node[] = [];
  if (isNode(node)) collect(found, node, isEntered);
  return found;
};

/** Returns a node and every node below it. */
export const nodesBelow = (node: unknown): Node[] => collected(node);

/** Returns every node of a file's syntax tree. */
export const nodesOf = (file: SourceFile): Node[] => nodesBelow(parseSync(file.path, file.text).program);

/** Returns the nodes of a file that run on loading: those outside of functions. */
export const nodesRunByLoading = (file: SourceFile): Node[] =>
  collected(parseSync(file.path, file.text).program, ({ type }) => !/Function/.test(String(type)));

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
