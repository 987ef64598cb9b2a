import type { SystemPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Table } from '../../platform/table/table.ts';

/** What the work of a campaign needs. */
export interface CampaignPorts {
  table: Table;
  system: SystemPrincipal;
  ids: Ids;
  clock: Clock;
}
