import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';
import { isNode, nodesOf, rootOf } from './syntax.ts';

const TEST = new Set(['it', 'test']);
const TO_COME = 'to come: ';
const BETWEEN = '<br>';
const TITLE = /^`(?<path>[^`]+)` (?<title>.+?)(?: → `(?<row>[^`]+)`)?$/;

/** A statement of the specification with its proofs. */
export interface Statement {
  /** As `path:line`. */
  place: string;
  text: string;
  /** Tests by file and name, or by the beginning of their names; of a test with a table, a text of the row, too. */
  proofs: { path: string; title: string; row?: string }[];
  /** The area of the product that will fulfil it; undefined if it is fulfilled. */
  toCome?: string;
  /** Parts of its proof that could not be read. */
  unreadable: string[];
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const statementOf = (place: string, line: string): Statement => {
  const [text = '', proof = '', ...more] = cellsOf(line);
  if (proof.startsWith(TO_COME)) {
    return { place, text, proofs: [], toCome: proof.slice(TO_COME.length), unreadable: more };
  }
  const read = proof.split(BETWEEN).map((part) => ({ part, groups: TITLE.exec(part.trim())?.groups }));
  return {
    place,
    text,
    proofs: read.flatMap(({ groups }) =>
      groups === undefined
        ? []
        : [
            {
              path: groups.path ?? '',
              title: groups.title ?? '',
              ...(groups.row === undefined ? {} : { row: groups.row }),
            },
          ],
    ),
    unreadable: [...read.flatMap(({ part, groups }) => (groups === undefined ? [part] : [])), ...more],
  };
};

/** Returns the statements of a file below `tests/spec`: the rows of its tables. */
export const statementsOf = (name: string): Statement[] => {
  const path = `tests/spec/${name}`;
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const isRow = line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line) && !/^\| *Statement *\|/.test(line);
    return isRow ? [statementOf(`${path}:${index + 1}`, line.trim())] : [];
  });
};

/**
 * Returns the names of a file's tests, with their placeholders unfilled. Names that are template literals are left
 * out.
 */
export const testNamesOf = (path: string): string[] =>
  nodesOf({ path, text: readFileSync(join(ROOT, path), 'utf8') }).flatMap((node) => {
    if (node.type !== 'CallExpression' || !TEST.has(rootOf(node.callee))) return [];
    const [first] = Array.isArray(node.arguments) ? node.arguments : [];
    return isNode(first) && typeof first.value === 'string' ? [first.value] : [];
  });
