import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Help } from '@prosa/functions/platform/table/entities/helps.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { nextGlobalId } from '@prosa/functions/platform/table/updates.ts';
import type { Help as HelpFields } from '@prosa/shared/entities/help.ts';

/** Writes a help of the installation, and returns its id. */
export const plantHelp = async (fields: Partial<HelpFields> = {}): Promise<number> => {
  const id = await nextGlobalId(Help.name);
  const help = { id, title: `Ajuda ${id}`, createdAt: '2026-11-20T12:00:00.000Z', ...fields };
  await commit([globalTable.put(Help, help, 'absent')]);
  return id;
};
