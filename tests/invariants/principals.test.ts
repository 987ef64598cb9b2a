import { provenCompany } from '@prosa/functions/platform/auth/company-id.ts';
import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import type { getDirectory } from '@prosa/functions/platform/directory.ts';
import { openTable } from '@prosa/functions/platform/table/table.ts';
import { expect, expectTypeOf, it } from 'vitest';
import { PROVING_PLACES, SYSTEM_PLACES } from './reviewed-system-places.ts';
import { isTest, type SourceFile, sourceFiles } from './support/source-files.ts';
import { isNode, nodesOf } from './support/syntax.ts';

const FOLDERS = ['functions', 'session-host', 'shared', 'infra'];
const product = FOLDERS.flatMap(sourceFiles).filter((file) => !isTest(file));

const mentions = (file: SourceFile, name: string): boolean =>
  file.text.includes(name) && nodesOf(file).some((node) => node.type === 'Identifier' && node.name === name);

/** Returns the files that use a name, except the one that only declares it. */
const usersOf = (name: string, declaredIn: string): string[] =>
  product
    .filter((file) => file.path !== declaredIn && mentions(file, name))
    .map(({ path }) => path)
    .toSorted();

it('only the places that create principals prove a company', () => {
  expect(usersOf('provenCompany', 'functions/platform/auth/company-id.ts')).toEqual(
    Object.keys(PROVING_PLACES).toSorted(),
  );
});

it('the system acts for a company only in the reviewed places', () => {
  expect(usersOf('systemPrincipal', 'functions/platform/auth/principal.ts')).toEqual(
    Object.keys(SYSTEM_PLACES).toSorted(),
  );
});

/** Whether a node treats an unproven value as a company, or opens rows without `openTable`. */
const evades = (node: unknown): boolean => {
  if (!isNode(node)) return false;
  const named = (part: unknown, name: string) =>
    isNode(part) && ((isNode(part.typeName) && part.typeName.name === name) || part.name === name);
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSTypeAssertion':
      return named(node.typeAnnotation, 'CompanyId');
    case 'TSTypePredicate':
      return isNode(node.typeAnnotation) && named(node.typeAnnotation.typeAnnotation, 'CompanyId');
    case 'NewExpression':
      return named(node.callee, 'Table');
    default:
      return false;
  }
};

const evasionsIn = (file: SourceFile): boolean =>
  /\bCompanyId\b|\bnew Table\b/.test(file.text) && nodesOf(file).some(evades);

it('no other code makes a company of a number, or opens rows directly', () => {
  expect(product.filter(evasionsIn).map(({ path }) => path)).toEqual([
    'functions/platform/auth/company-id.ts',
    'functions/platform/table/table.ts',
  ]);
});

it.each([
  'openTable(id as CompanyId);',
  'openTable(<CompanyId>id);',
  'const isIt = (id: number): id is CompanyId => id > 0;',
  'const table = new Table(id);',
])('the check finds %s', (text) => {
  expect(evasionsIn({ path: 'functions/example.ts', text })).toBe(true);
});

it('a bare number opens no table and no directory', () => {
  // Checked by the compiler.
  expectTypeOf<number>().not.toExtend<Parameters<typeof openTable>[0]>();
  expectTypeOf<number>().not.toExtend<Parameters<typeof getDirectory>[0]>();
  const { companyId } = systemPrincipal('setup', 7);
  expect(openTable(companyId).companyId).toBe(7);
});

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is refused as a company id', (id) => {
  expect(() => provenCompany(id)).toThrow(RangeError);
});
