import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import {
  correctionEntry,
  fileListEntry,
  type KnowledgeEntry,
  quickMessageEntry,
} from '../../domain/assistants/knowledge-entry.ts';
import { FileList } from '../../platform/table/entities/file-lists.ts';
import { QuickMessage } from '../../platform/table/entities/quick-messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { listCorrections } from './corrections.ts';

/** The first of them by shortcode, and by name. */
const QUICK_MESSAGES_MAX = 500;
const FILE_LISTS_MAX = 200;

const quickMessageEntries = async (table: Table): Promise<KnowledgeEntry[]> => {
  const { rows } = await table.query(QuickMessage, {
    index: 'g1',
    pk: keys.sharedQuickMessages({ shortcode: '', id: 0 }).pk,
    limit: QUICK_MESSAGES_MAX,
    maxExamined: QUICK_MESSAGES_MAX,
    filter: ({ active }) => active,
  });
  return rows.map(quickMessageEntry);
};

const fileListEntries = async (table: Table): Promise<KnowledgeEntry[]> => {
  const { pk } = keys.fileListByName({ normalizedName: '', id: 0 });
  const { rows } = await table.query(FileList, { index: 'g1', pk, limit: FILE_LISTS_MAX });
  return rows.map(fileListEntry);
};

/**
 * Returns what an assistant may read of its company: its corrections, and as it is set, the active quick messages that
 * the company shares and the file lists. Up to three queries; a read unit for every 4 kB of corrections and every 8 kB
 * of the others: about 45 for 500 quick messages and 200 file lists of usual length.
 * @param assistantId undefined for a draft that is not stored, which has no corrections
 */
export const loadKnowledge = async (
  table: Table,
  assistantId: number | undefined,
  { knowledge }: Pick<Assistant, 'knowledge'>,
): Promise<KnowledgeEntry[]> => {
  const found = await Promise.all([
    assistantId === undefined
      ? []
      : listCorrections(table, assistantId).then((rows) => rows.map(correctionEntry)),
    knowledge.includes('quickMessages') ? quickMessageEntries(table) : [],
    knowledge.includes('files') ? fileListEntries(table) : [],
  ]);
  return found.flat();
};
