import type { Directory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Table } from '../../platform/table/table.ts';

/** Ports and rows that the processing of an event needs. */
export interface InboundContext {
  table: Table;
  directory: Directory;
  ids: Ids;
  nowMs: number;
}
