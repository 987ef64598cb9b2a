import { describe, expect, it } from 'vitest';
import { importsOf, isTest, type SourceFile, sourceFiles } from './support/source-files.ts';
import { isNode, type Node, nodesBelow, nodesOf, placeOf } from './support/syntax.ts';

/** Functions that create an emitter whose unhandled `error` ends the process. */
const MAKERS = new Set([
  'createReadStream',
  'createWriteStream',
  'createServer',
  'connect',
  'createConnection',
  'fork',
  'request',
  'spawn',
  'WebSocket',
]);
/** Modules that export these names; our own functions of the same names create no emitter. */
const EMITTER_MODULES = new Set([
  'node:fs',
  'node:http',
  'node:https',
  'node:net',
  'node:tls',
  'node:child_process',
  'ws',
]);

/** The agent passes its socket to the request, which handles the errors. */
const HANDED_ON = ['session-host/socket/sandbox-agent.ts'];

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : '';
const argumentsOf = ({ arguments: given }: Node): unknown[] => (Array.isArray(given) ? given : []);
const isCallOf = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' &&
  (nameOf(node.callee) === name || (isNode(node.callee) && nameOf(node.callee.property) === name));
const isErrorText = (node: unknown): boolean =>
  isNode(node) && node.type === 'Literal' && node.value === 'error';

/** Returns the local names under which a file imports these functions. */
const makersIn = (nodes: readonly Node[]): Set<string> =>
  new Set(
    nodes
      .filter(
        ({ type, source }) =>
          type === 'ImportDeclaration' && isNode(source) && EMITTER_MODULES.has(String(source.value)),
      )
      .flatMap(({ specifiers }) => (Array.isArray(specifiers) ? specifiers.filter(isNode) : []))
      .filter(({ imported }) => MAKERS.has(nameOf(imported)))
      .map(({ local }) => nameOf(local)),
  );

/**
 * Returns the emitters whose errors a file handles: `x.on('error', …)`, `once(x, 'error')`, and the streams of
 * `pipeline`.
 */
const heardIn = (nodes: readonly Node[]): { names: Set<string>; piped: Set<unknown> } => {
  const names = new Set<string>();
  const piped = new Set<unknown>();
  for (const node of nodes) {
    const [first, second] = argumentsOf(node);
    // `once` is not enough for an emitter that can fail several times: a server goes on listening.
    if (isCallOf(node, 'on') && isErrorText(first) && isNode(node.callee))
      names.add(nameOf(node.callee.object));
    if (isCallOf(node, 'once') && isErrorText(second)) names.add(nameOf(first));
    if (isCallOf(node, 'pipeline')) for (const each of nodesBelow(argumentsOf(node))) piped.add(each);
  }
  return { names, piped };
};

/** Returns the places that create an emitter without handling its errors. */
const unheardIn = (file: SourceFile): string[] => {
  const nodes = nodesOf(file);
  const makers = makersIn(nodes);
  const { names, piped } = heardIn(nodes);
  const held = new Map<unknown, string>();
  for (const { type, id, init, left, right } of nodes) {
    if (type === 'VariableDeclarator') held.set(init, nameOf(id));
    if (type === 'AssignmentExpression') held.set(right, nameOf(left));
  }
  return nodes
    .filter(
      ({ type, callee }) =>
        (type === 'CallExpression' || type === 'NewExpression') && makers.has(nameOf(callee)),
    )
    .filter((node) => !piped.has(node) && !names.has(held.get(node) ?? ''))
    .map((node) => placeOf(file, node));
};

const PRODUCT = ['functions', 'infra', 'session-host'];
const files = PRODUCT.flatMap(sourceFiles).filter((file) => !isTest(file));

describe('unhandled errors of emitters', () => {
  it('every server, stream, socket and child process has an error handler', () => {
    const unheard = files.flatMap(unheardIn).map((place) => place.split(':')[0]);
    expect(unheard).toEqual(HANDED_ON);
  });

  it('streams are joined only by pipeline, which handles the errors of all of them', () => {
    const joins = files
      .filter(({ path }) => !path.startsWith('infra/aws/'))
      .flatMap((file) =>
        nodesOf(file)
          .filter((node) => isCallOf(node, 'pipe'))
          .map((node) => placeOf(file, node)),
      );
    expect(joins).toEqual([]);
  });

  it('only one module reads forms', () => {
    const readers = files.filter((file) =>
      importsOf(file).some(({ specifier }) => /busboy|multer|formidable/.test(specifier)),
    );
    expect(readers.map(({ path }) => path)).toEqual(['functions/platform/http/read-form.ts']);
  });

  it.each([
    [
      'a server that nobody hears',
      "import { createServer } from 'node:http'; const s = createServer(() => {});",
      1,
    ],
    [
      'one that is heard once',
      "import { createServer } from 'node:net'; const s = createServer(); s.once('error', f);",
      1,
    ],
    [
      'one that is heard',
      "import { createServer } from 'node:net'; const s = createServer(); s.on('error', f);",
      0,
    ],
    [
      'a stream in a pipeline',
      "import { createReadStream } from 'node:fs'; await pipeline(createReadStream(p), to);",
      0,
    ],
    [
      'a stream that goes nowhere',
      "import { createReadStream } from 'node:fs'; return createReadStream(p);",
      1,
    ],
    ['a function of ours', "import { connect } from './connect.ts'; connect();", 0],
  ])('the check recognizes %s', (_what, text, unheard) => {
    expect(unheardIn({ path: 'functions/a.ts', text })).toHaveLength(unheard);
  });
});
