import { ENTITIES } from '@prosa/functions/platform/table/entities/all-entities.ts';
import { parseRow } from '@prosa/functions/platform/table/parse-row.ts';
import { describe, expect, it } from 'vitest';
import { type AnyEntity, listFixtures, loadFixture, makeFixture } from '../support/row-fixtures.ts';
import { untyped } from '../support/untyped-entity.ts';

const WRITE = 'node tests/support/row-fixtures.ts --write';
const versionsOf = ({ schemaVersion }: AnyEntity): number[] =>
  Array.from({ length: schemaVersion }, (_none, index) => index + 1);

describe.each(ENTITIES.map((entity) => [entity.name, entity] as const))('rows of %s', (name, entity) => {
  it('are kept of every version', () => {
    const missing = versionsOf(entity).filter((version) => loadFixture(entity, version) === undefined);
    expect(missing, `no rows of these versions of ${name} are kept (the newest: ${WRITE})`).toEqual([]);
  });

  it.each(versionsOf(entity))('of version %i are read as what they mean today', (version) => {
    for (const { stored, fields } of loadFixture(entity, version)?.rows ?? []) {
      expect(stored._s).toBe(version);
      const row = parseRow(untyped(entity), stored);
      const { rowUpdatedAt } = stored;
      expect(row).toEqual({ ...fields, version: 1, rowCreatedAt: rowUpdatedAt, rowUpdatedAt });
    }
  });

  it('are stored today as the newest version says', () => {
    const today = makeFixture(entity);
    expect(
      loadFixture(entity, entity.schemaVersion),
      `${name} is stored in another form than version ${entity.schemaVersion} was. If a release has written such rows: raise its schemaVersion, add upgrade[${entity.schemaVersion}], then ${WRITE}. If none has: ${WRITE}`,
    ).toEqual(today);
  });
});

describe('the kept rows', () => {
  it('are all of an entity and a version that there is', () => {
    const known = ENTITIES.flatMap((entity) =>
      versionsOf(entity).map((version) => `${entity.name}/v${version}.json`),
    );
    expect(listFixtures().sort()).toEqual(known.sort());
  });
});

describe('what opens something', () => {
  /** Hashes of contents. */
  const HARMLESS = new Set(['auditEntry.beforeHash', 'clientMessage.bodyHash']);

  it('is declared a secret, which no tool prints', () => {
    const open = ENTITIES.flatMap((entity) => {
      const secrets: readonly string[] = entity.secrets ?? [];
      return Object.keys(entity.schema.shape)
        .filter((field) => /hash|seal|password|secret|qrcode/i.test(field) && !secrets.includes(field))
        .map((field) => `${entity.name}.${field}`);
    });
    expect(open.filter((name) => !HARMLESS.has(name))).toEqual([]);
  });
});
