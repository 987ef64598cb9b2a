import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { TABLE } from '@prosa/infra/resources.ts';
import type { EngineRow } from './row-template.ts';

/** Cache in which random inserts into two million keys stay in memory. */
const CACHE_KIB = 512 * 1024;
/** Number of index entries that its statistics sample. */
const ANALYSIS_LIMIT = 1000;

/** Returns what an index stores of a row. */
const projected = (json: string, prefix: string): string => {
  const attributes: object = JSON.parse(json);
  const isOfKeys = TABLE.indexes.some((index) => index.prefix === prefix && index.holds === 'keys');
  const others = isOfKeys ? [] : TABLE.indexedAttributes;
  const held: readonly string[] = ['pk', 'sk', `${prefix}pk`, `${prefix}sk`, ...others];
  return JSON.stringify(
    Object.fromEntries(Object.entries(attributes).filter(([name]) => held.includes(name))),
  );
};

/**
 * Writes rows straight into the stopped engine's file: two hundred thousand tickets in a minute instead of an hour.
 * For generated data only. The columns are the ones that the engine itself computes on a write.
 */
export const openBulkLoad = (file: string) => {
  const database = new DatabaseSync(file);
  // No journal and no waiting for the disk, because a file spoiled by a crash is generated again.
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}; BEGIN`,
  );
  const table = database.prepare(
    `INSERT INTO "${TABLE.name}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`,
  );
  const indexes = new Map<string, StatementSync>(
    TABLE.indexes.map(({ name, prefix }) => [
      prefix,
      database.prepare(
        `INSERT INTO "${TABLE.name}::gsi::${name}" (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
      ),
    ]),
  );
  let count = 0;
  let lastPk = '';
  let prefix = '';
  return {
    put(row: EngineRow): void {
      if (row.pk !== lastPk) {
        lastPk = row.pk;
        prefix = createHash('md5').update(lastPk).digest('hex').slice(0, 6);
      }
      const pk = `S:${row.pk}`;
      const sk = `S:${row.sk}`;
      table.run(pk, sk, row.json, row.size, prefix);
      for (const index of row.indexes)
        indexes
          .get(index.prefix)
          ?.run(`S:${index.pk}`, `S:${index.sk}`, pk, sk, projected(row.json, index.prefix));
      count += 1;
    },
    /** Commits, and restores the file's settings for the engine. Returns the number of rows written. */
    close(): number {
      database.exec(
        `COMMIT; PRAGMA analysis_limit = ${ANALYSIS_LIMIT}; ANALYZE; PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL`,
      );
      database.close();
      return count;
    },
  };
};
