import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { REVIEWED_ACCESS } from '../../invariants/reviewed-access.ts';
import { send } from './http.ts';
import { type IdKind, idFieldsOf, requestOf, type TenantIds } from './route-requests.ts';
import { companyLines } from './table-scan.ts';
import type { Tenant } from './tenant.ts';

/** The victim's rows are compared after this many requests. */
const BATCH = 100;
const OF_TICKETS: ReadonlySet<IdKind> = new Set(['ticket', 'ticketUuid', 'message', 'note']);

const routes: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS)
  .flatMap((group) => Object.values(group))
  .filter((row) => !('why' in (REVIEWED_ACCESS[row.id] ?? {})) && idFieldsOf(row).length > 0);
const ofTickets = routes.filter((row) => idFieldsOf(row).some(({ kind }) => OF_TICKETS.has(kind)));

interface Caller {
  /** Ids for the fields that do not name the victim's rows. */
  ids: TenantIds;
  token: string;
}

/** Outcome of requests that name rows which their callers must not reach. */
export interface ForeignLedger {
  requests: number;
  routes: number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
  /** Requests whose response contains a text of the victim. */
  told: string[];
  /** Requests that failed unexpectedly. */
  failed: string[];
  /** Rows of the victim that changed during a batch, with the batch's requests. */
  changed: string[];
}

/**
 * Sends random requests that name the victim's rows in one or more ids. The callers are another company, whose other
 * ids are its own, and a user of the victim's company who sees no ticket.
 */
export const sendForeignRequests = async (
  tableEndpoint: string,
  url: string,
  who: { victim: Tenant; other: Tenant; apiToken: string },
  count: number,
  random: () => number,
): Promise<ForeignLedger> => {
  const { victim, other, apiToken } = who;
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const stranger: Caller = { ids: victim.ids, token: victim.stranger.token };
  const others = [other.company.admin, other.owner, other.stranger].map(({ token }) => ({
    ids: other.ids,
    token,
  }));
  const rowsNow = () => companyLines(tableEndpoint, victim.ids.company);
  const tried = new Set<string>();
  const ledger: ForeignLedger = { requests: 0, routes: 0, statuses: {}, told: [], failed: [], changed: [] };
  let before = await rowsNow();
  let batch: string[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const isStranger = random() < 0.3;
    const row = pick(isStranger ? ofTickets : routes);
    const forSystems = REVIEWED_ACCESS[row.id]?.who === 'system';
    const caller = isStranger ? stranger : forSystems ? { ids: other.ids, token: apiToken } : pick(others);
    const fields = idFieldsOf(row);
    const named = isStranger ? fields.filter(({ kind }) => OF_TICKETS.has(kind)) : [pick(fields)];
    const more = fields.filter(() => random() < 0.2);
    const foreign = [...more, ...named].map((field) => ({ field, ids: victim.ids }));
    const request = requestOf(row, caller.ids, { foreign, companions: random() < 0.7 });
    const { status, text } = await send(url, { ...request, token: caller.token });
    const what = `${row.id} ${request.method} ${request.target} ${JSON.stringify(request.body)}`;
    tried.add(row.id);
    ledger.requests += 1;
    ledger.statuses[status] = (ledger.statuses[status] ?? 0) + 1;
    // A user of the victim's company may see the victim's rows other than tickets.
    if (!isStranger && text.includes(victim.canary)) ledger.told.push(`${what}: ${text.slice(0, 200)}`);
    if (status >= 500) ledger.failed.push(`${what}: ${status} ${text.slice(0, 200)}`);
    batch.push(what);
    if (batch.length < BATCH && sent < count - 1) continue;
    const after = await rowsNow();
    const made = after.filter((line) => !before.includes(line));
    const gone = before.filter((line) => !after.includes(line));
    if (made.length + gone.length > 0)
      ledger.changed.push(
        ...made.map((line) => `now ${line}`),
        ...gone.map((line) => `was ${line}`),
        ...batch,
      );
    before = after;
    batch = [];
  }
  ledger.routes = tried.size;
  return ledger;
};
