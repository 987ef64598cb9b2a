import type { Row } from '../../platform/table/define-entity.ts';
import { Help } from '../../platform/table/entities/helps.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { globalTable } from '../../platform/table/table.ts';

export type HelpRow = Row<typeof Help>;

/** Returns a help. One consistent read. */
export const loadHelp = (id: number): Promise<HelpRow | undefined> =>
  globalTable.get(Help, { id }, { consistent: true });

/** Returns all helps of the installation by id. One consistent query: a unit for every 4 kB. */
export const readHelps = async (): Promise<HelpRow[]> =>
  (await globalTable.queryAll(keys.global.help({ id: 0 }).pk, { consistent: true })).map((raw) =>
    parseRow(Help, raw),
  );
