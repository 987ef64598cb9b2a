import type { Directory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Table } from '../../platform/table/table.ts';

/** What processing an event needs beside the event. */
export interface InboundContext {
  table: Table;
  directory: Directory;
  ids: Ids;
  nowMs: number;
}
