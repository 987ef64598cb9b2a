import { readFile } from 'node:fs/promises';
import { generatedDocuments, openApiDocument } from '@prosa/infra/openapi.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup } from '@prosa/shared/contracts/route.ts';
import { describe, expect, it } from 'vitest';
import { propertyAt } from './support/property-at.ts';

describe('committed API descriptions', () => {
  it.each(generatedDocuments())(
    '$file matches the contracts (node infra/openapi.ts --write)',
    async ({ file, text }) => {
      expect((await readFile(file, 'utf8')) === text).toBe(true);
    },
  );

  it('every route is described with its success and its errors', () => {
    const paths = propertyAt(openApiDocument(), 'paths');
    for (const row of Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group))) {
      const path: unknown =
        typeof paths === 'object' && paths !== null ? Reflect.get(paths, row.path) : undefined;
      const operation = propertyAt(path, row.method.toLowerCase());
      expect(propertyAt(operation, 'operationId')).toBe(row.id);
      expect(propertyAt(operation, `responses.${row.status ?? 200}`)).toBeDefined();
      const described = JSON.stringify(propertyAt(operation, 'responses'));
      for (const code of row.errors) expect(described).toContain(code);
    }
  });
});
