import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isWhole, WHOLE_ONLY } from '../support/depth.ts';
import { silentTests } from './support/silent-tests.ts';
import { lineOf, ROOT, type SourceFile, sourceFiles } from './support/source-files.ts';
import { isNode, type Node, nameOf, nodesOf, placeOf } from './support/syntax.ts';

const run = promisify(execFile);
const FOLDERS = ['shared', 'functions', 'session-host', 'frontend', 'infra', 'tests'];
/** This file contains the patterns it searches for. */
const SELF = 'tests/invariants/hygiene.test.ts';
const files = FOLDERS.flatMap(sourceFiles).filter(({ path }) => path !== SELF);

const occurrences = (pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)}: ${match[0].trim()}`),
  );

const isConst = (type: unknown): boolean =>
  isNode(type) && isNode(type.typeName) && type.typeName.name === 'const';
const overrules = ({ type }: Node): boolean =>
  type === 'TSAnyKeyword' || type === 'TSNonNullExpression' || type === 'TSTypeAssertion';
const isCast = ({ type, typeAnnotation }: Node): boolean =>
  type === 'TSAsExpression' && !isConst(typeAnnotation);
/** Whether the line above a cast gives its reason. */
const hasReason = ({ text }: SourceFile, node: Node): boolean =>
  /^\s*\/\/ Cast: \S/.test(text.split('\n')[lineOf(text, Number(node.start)) - 2] ?? '');

describe('code hygiene', () => {
  it.each([
    ['no notes to oneself', /\b(TODO|FIXME|XXX|HACK)\b/g],
    [
      'no skipped, focused or missing tests',
      /\b(it|test|describe)\.(skip|only|todo|fails)\b|\b(xit|xdescribe|xtest|fit|fdescribe)\(/g,
    ],
    ['nothing that silences the compiler', /@ts-(ignore|nocheck|expect-error)/g],
    ['no call that hides its types', /\bReflect\.apply\(/g],
    ['nothing that silences the linter', /biome-ignore|eslint-disable|oxlint-disable/g],
    [
      "no day of UTC in place of a company's",
      /Date\.now\(\)[^;\n]*toISOString\(\)\.(slice|split|substring)\(/g,
    ],
    ['no swallowed errors', /catch\s*(\([^)]*\))?\s*\{\s*\}/g],
    [
      'S-27 S-28 no HTML from strings: rich texts are trees of elements',
      /dangerouslySetInnerHTML\s*[=:]|\.(innerHTML|outerHTML)\s*=|insertAdjacentHTML\(/g,
    ],
    [
      'S-22 no expression built from a template',
      /(Condition|Update|Filter|KeyCondition|Projection)Expression:\s*`[^`]*\$\{(?!skName|pkName|range)/g,
    ],
  ])('%s', (_name, pattern) => {
    expect(occurrences(pattern)).toEqual([]);
  });

  it('a browser test awaits what a page shows: it reads no count, text or state once', () => {
    const readers =
      /^(count|allTextContents|allInnerTexts|textContent|innerText|isVisible|isHidden|inputValue|isChecked|isDisabled|isEnabled|isEditable|getAttribute|boundingBox)$/;
    const readsOnce = ({ type, callee, arguments: given }: Node): boolean => {
      if (type !== 'CallExpression' || nameOf(callee) !== 'expect' || !Array.isArray(given)) return false;
      const [read] = given;
      const call: unknown = isNode(read) && read.type === 'AwaitExpression' ? read.argument : undefined;
      const reader = isNode(call) && isNode(call.callee) ? call.callee.property : undefined;
      return readers.test(nameOf(reader));
    };
    const found = sourceFiles('tests/e2e').flatMap((file) =>
      nodesOf(file)
        .filter(readsOnce)
        .map((node) => placeOf(file, node)),
    );
    expect(found).toEqual([]);
  });

  it('a file that only the whole depth has is named beside one that every run has', () => {
    const named = Object.entries(WHOLE_ONLY).flat();
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(Object.values(WHOLE_ONLY).filter((path) => path in WHOLE_ONLY)).toEqual([]);
  });

  it('only shared/permissions.ts decides whether a user is an administrator', () => {
    const found = occurrences(/profile === 'admin' \|\||\.super \|\| [\w.]+\.profile === 'admin'/g);
    expect(found.map((place) => place.replace(/:.*/, ''))).toEqual(['shared/permissions.ts']);
  });

  it('code that loads later survives a lost network: lazy components and screens load by fetchCode', () => {
    const components = occurrences(/import \{[^}]*\blazy\b[^}]*\} from 'react'/g);
    expect(components.map((place) => place.replace(/:.*/, ''))).toEqual(['frontend/lib/screen/lazy-part.ts']);
    const screens = files.filter(({ path }) => /^frontend\/app\/(router|screens)\.tsx$/.test(path));
    const loads = screens.flatMap(({ text }) => text.match(/\blazy: .*\n.*/g) ?? []);
    expect(loads.length).toBeGreaterThan(8);
    expect(loads.filter((load) => !load.includes('fetchCode('))).toEqual([]);
  });

  it('code overrules the compiler nowhere: no any, no !, no as without its reason in the line above', () => {
    const found = files
      .filter(({ path }) => !path.endsWith('.mjs'))
      .flatMap((file) =>
        nodesOf(file)
          .filter((node) => overrules(node) || (isCast(node) && !hasReason(file, node)))
          .map((node) => `${placeOf(file, node)}: ${node.type}`),
      );
    expect(found).toEqual([]);
  });

  it('every test asserts something, itself or by a helper', () => {
    const { silent, count } = silentTests(files);
    expect(silent).toEqual([]);
    // The check must see every test that is written.
    const written = files
      .filter(({ path }) => path.endsWith('.test.ts'))
      .flatMap(({ text }) => [...text.matchAll(/^\s*(it|test)(\.\w+)*[(<]/gm)]);
    expect(count).toBe(written.length);
  });

  it.each([
    ['nothing', 'it("a", () => { run(); });', 1],
    ['an expectation without a verdict', 'it("a", () => { expect(run()); });', 1],
    ['a helper without one', 'const check = () => run(); it.each([1])("a", () => check());', 1],
    ['a helper that calls itself', 'const check = () => check(); it("a", () => check());', 1],
    ['a wait for no page', 'it("a", async () => { await vi.waitFor(() => run()); });', 1],
    ['an expectation', 'it("a", () => { expect(run()).toBe(1); });', 0],
    [
      'a helper of a helper',
      'const a = () => { expect(1).toBe(1); }; const b = () => a(); it("a", () => b());',
      0,
    ],
    ['an imported helper', 'import { check as c } from "./support/x.ts"; it("a", () => c());', 0],
    ['a wait for a page', 'it.each([1])("a", async () => { await page.getByText("b").waitFor(); });', 0],
  ])('the check judges a test with %s correctly', (_what, text, silent) => {
    const helper = 'export const check = () => { expect(1).toBe(1); };';
    const found = silentTests([
      { path: 'tests/a.test.ts', text },
      { path: 'tests/support/x.ts', text: helper },
    ]);
    expect(found.silent).toHaveLength(silent);
    expect(found.count).toBe(1);
  });

  it('a test that writes rows of the directory itself makes the program read the directory again', () => {
    const writes =
      /\.put\(\s*(Company|CompanySettings|FlowPhrase|Plan|ReachedCap),|\b(connection|endpoint|phrase|queue|user)Items\(/;
    const forgetful = files.filter(
      ({ path, text }) =>
        /^tests\/(e2e|factories|integration)\//.test(path) &&
        // The consumer of the stream must see the change by itself.
        path !== 'tests/integration/stream-consumer.test.ts' &&
        writes.test(text) &&
        !text.includes('forgetDirectory('),
    );
    expect(forgetful.map(({ path }) => path)).toEqual([]);
  });

  it('file names are in kebab case', () => {
    const odd = files.filter(
      ({ path }) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs)$/.test(path.split('/').at(-1) ?? ''),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('S-03 code contains no secret and no default for a secret', () => {
    const secrets = occurrences(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|SECRET[A-Z_]*\s*(\?\?|\|\|)\s*['"]/g,
    );
    expect(secrets).toEqual([]);
  });

  // It takes half of this file's time, and `npm run check` asks the same.
  if (isWhole)
    it('every export and every dependency is used (knip)', async () => {
      const knip = join(ROOT, 'node_modules/knip/bin/knip.js');
      const outcome = await run(process.execPath, [knip, '--no-progress', '--reporter', 'compact'], {
        cwd: ROOT,
      }).then(
        () => '',
        (error: { stdout?: string; message: string }) => error.stdout ?? error.message,
      );
      expect(outcome).toBe('');
    });
});
