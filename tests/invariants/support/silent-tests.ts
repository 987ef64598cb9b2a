import { dirname, posix } from 'node:path';
import type { SourceFile } from './source-files.ts';
import { isNode, type Node, nameOf, nodesBelow, nodesOf, placeOf, rootOf } from './syntax.ts';

const EXPECT = new Set(['expect', 'expectTypeOf', 'assert']);
const TEST = new Set(['it', 'test']);
/** Playwright's waits fail a test if the page never shows what they wait for. */
const WAITS = new Set(['waitFor', 'waitForURL', 'waitForFunction', 'waitForSelector', 'waitForEvent']);
const PACKAGE = '@prosa/';

const isFunction = (node: unknown): node is Node =>
  isNode(node) && (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression');

const methodOf = (callee: unknown): string =>
  isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee.property) : '';

/** A file's functions by name, the sources of its imported names, and the calls that declare its tests. */
interface Module {
  file: SourceFile;
  functions: Map<string, Node[]>;
  tests: Node[];
  imports: Map<string, { path: string; name: string }>;
}

const readModule = (file: SourceFile): Module => {
  const module: Module = { file, functions: new Map(), tests: [], imports: new Map() };
  const keep = (name: string, body: unknown): void => {
    if (name !== '' && isNode(body))
      module.functions.set(name, [...(module.functions.get(name) ?? []), body]);
  };
  for (const node of nodesOf(file)) {
    if (node.type === 'VariableDeclarator' && isFunction(node.init)) keep(nameOf(node.id), node.init);
    else if (node.type === 'FunctionDeclaration') keep(nameOf(node.id), node.body);
    else if (node.type === 'CallExpression' && TEST.has(rootOf(node.callee))) module.tests.push(node);
    else if (node.type === 'ImportDeclaration' && isNode(node.source) && Array.isArray(node.specifiers)) {
      const from = String(node.source.value);
      const path = from.startsWith(PACKAGE)
        ? from.slice(PACKAGE.length)
        : posix.normalize(posix.join(dirname(file.path), from));
      for (const specifier of node.specifiers)
        if (isNode(specifier))
          module.imports.set(nameOf(specifier.local), { path, name: nameOf(specifier.imported) });
    }
  }
  return module;
};

/**
 * Returns tests that only a crash can fail: no expectation in their body, in a helper that they call, or in a helper
 * of that. Helpers are found by name, in the same file or where it imports them from.
 * @param files every file of the repository that may contain a helper
 * @returns `path:line` of each silent test
 */
export const silentTests = (files: readonly SourceFile[]): { silent: string[]; count: number } => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const modules = new Map<string, Module | undefined>();
  const moduleAt = (path: string): Module | undefined => {
    if (!modules.has(path)) {
      const file = byPath.get(path);
      modules.set(path, file === undefined ? undefined : readModule(file));
    }
    return modules.get(path);
  };

  const asserting = new Map<Node, boolean>();
  const helpers = (module: Module, name: string): { module: Module; body: Node }[] => {
    const own = (module.functions.get(name) ?? []).map((body) => ({ module, body }));
    const imported = module.imports.get(name);
    const from = imported === undefined ? undefined : moduleAt(imported.path);
    return from === undefined || imported === undefined ? own : [...own, ...helpers(from, imported.name)];
  };
  const asserts = (module: Module, body: Node): boolean => {
    const known = asserting.get(body);
    if (known !== undefined) return known;
    // A recursive helper counts as asserting only if it asserts outside of its own call.
    asserting.set(body, false);
    const found = nodesBelow(body).some(({ type, callee }) => {
      if (type !== 'CallExpression') return false;
      const name = nameOf(callee);
      if (name !== '')
        return name === 'assert' || helpers(module, name).some((one) => asserts(one.module, one.body));
      const method = methodOf(callee);
      const root = rootOf(callee);
      if (EXPECT.has(root) || (root === 'fc' && method === 'assert')) return true;
      return WAITS.has(method) && root !== 'vi';
    });
    asserting.set(body, found);
    return found;
  };

  let count = 0;
  const silent = files
    .filter(({ path }) => /\.test\.tsx?$/.test(path))
    .flatMap((file) => {
      const module = moduleAt(file.path);
      if (module === undefined) return [];
      return module.tests.flatMap((node) => {
        const last = Array.isArray(node.arguments) ? node.arguments.filter(isFunction).at(-1) : undefined;
        if (!isNode(last)) return [];
        count += 1;
        return asserts(module, last) ? [] : [placeOf(file, node)];
      });
    });
  return { silent, count };
};
