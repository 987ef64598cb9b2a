import { parseRow } from '@prosa/functions/platform/table/parse-row.ts';
import { ENTITIES } from '@prosa/infra/entities.ts';
import { describe, expect, it } from 'vitest';
import { type AnyEntity, listFixtures, loadFixture, makeFixture } from '../support/row-fixtures.ts';
import { untyped } from '../support/untyped-entity.ts';

const WRITE = 'node tests/support/row-fixtures.ts --write';
const versionsOf = ({ schemaVersion }: AnyEntity): number[] =>
  Array.from({ length: schemaVersion }, (_none, index) => index + 1);

describe.each(ENTITIES.map((entity) => [entity.name, entity] as const))(
  'stored rows of %s',
  (name, entity) => {
    it('fixtures exist for every version', () => {
      const missing = versionsOf(entity).filter((version) => loadFixture(entity, version) === undefined);
      expect(missing, `no rows of these versions of ${name} are kept (the newest: ${WRITE})`).toEqual([]);
    });

    it.each(versionsOf(entity))("rows of version %i are read with today's meaning", (version) => {
      for (const { stored, fields } of loadFixture(entity, version)?.rows ?? []) {
        expect(stored._s).toBe(version);
        const row = parseRow(untyped(entity), stored);
        const { rowUpdatedAt } = stored;
        expect(row).toEqual({ ...fields, version: 1, rowCreatedAt: rowUpdatedAt, rowUpdatedAt });
      }
    });

    it("rows are stored today as in the newest version's fixture", () => {
      const today = makeFixture(entity);
      expect(
        loadFixture(entity, entity.schemaVersion),
        `${name} is stored in another form than version ${entity.schemaVersion} was. If a release has written such rows: raise its schemaVersion, add upgrade[${entity.schemaVersion}], then ${WRITE}. If none has: ${WRITE}`,
      ).toEqual(today);
    });
  },
);

describe('row fixtures', () => {
  it('each fixture belongs to an existing entity and version', () => {
    const known = ENTITIES.flatMap((entity) =>
      versionsOf(entity).map((version) => `${entity.name}/v${version}.json`),
    );
    expect(listFixtures().sort()).toEqual(known.sort());
  });
});

describe('secret fields', () => {
  /** Hashes of contents, which are no secrets. */
  const HARMLESS = new Set([
    'auditEntry.beforeHash',
    'clientMessage.bodyHash',
    'externalCall.keyHash',
    'externalCall.bodyHash',
  ]);

  it('every field that looks like a secret is declared one, so that no tool prints it', () => {
    const open = ENTITIES.flatMap((entity) => {
      const secrets: readonly string[] = entity.secrets ?? [];
      return Object.keys(entity.schema.shape)
        .filter((field) => /hash|seal|password|secret|qrcode/i.test(field) && !secrets.includes(field))
        .map((field) => `${entity.name}.${field}`);
    });
    expect(open.filter((name) => !HARMLESS.has(name))).toEqual([]);
  });
});
