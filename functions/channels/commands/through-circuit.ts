import type { Clock } from '../../platform/clock.ts';
import { errorFields, log } from '../../platform/log.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { Circuit as CircuitEntity } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { type CircuitRow, loadCircuit } from '../../repositories/connections/circuits.ts';
import type { ConnectionRow } from '../../repositories/connections/connections.ts';
import { ProviderFailed } from '../driver.ts';
import {
  afterFailure,
  afterTrial,
  type Circuit,
  duringTrial,
  isOutage,
  isResponse,
  passageOf,
  type TrialOutcome,
} from './circuit.ts';

/** What a call through a circuit needs. */
export interface CircuitPorts {
  table: Table;
  clock: Clock;
  /** Returns a number from 0 to 1. */
  random: () => number;
  /** As read with the connection; undefined if the provider did not fail recently. */
  circuit: CircuitRow | undefined;
}

type Keeper = Pick<ConnectionRow, 'companyId' | 'id'>;

const unavailable = (waitS: number): ProviderFailed =>
  new ProviderFailed('provider-unavailable', { does: 'wait', waitS });

/** Returns why the provider is not called now; undefined while the circuit is closed or a trial is due. */
export const refusalOf = ({ circuit, clock }: CircuitPorts): ProviderFailed | undefined => {
  const passage = passageOf(circuit, clock.now());
  return passage.may === 'wait' ? unavailable(passage.waitS) : undefined;
};

const itemOf = (
  { table, clock }: CircuitPorts,
  { companyId, id: connectionId }: Keeper,
  after: Circuit,
  before: CircuitRow | undefined,
) => {
  const bookkeeping = before === undefined ? {} : { rowCreatedAt: before.rowCreatedAt };
  const row = { companyId, connectionId, ...bookkeeping, ...after };
  return table.put(CircuitEntity, row, before?.version ?? 'absent', clock.now());
};

/** Runs a note on a circuit. Its failure changes no command's outcome, because the provider was called already. */
const quietly = async (note: () => Promise<void>): Promise<void> => {
  try {
    await note();
  } catch (error) {
    log.warn('a circuit was not updated', errorFields(error));
  }
};

const noteFailure = (keeper: Keeper, ports: CircuitPorts): Promise<void> =>
  quietly(async () => {
    const { table, clock, random } = ports;
    const opened = await retryOnConflict(async () => {
      const before = await loadCircuit(table, keeper.id);
      const after = afterFailure(before, clock.now(), random());
      if (after !== undefined) await commit([itemOf(ports, keeper, after, before)]);
      return after?.open ?? undefined;
    });
    if (opened !== undefined)
      log.warn('the circuit of a provider opened', { metric: 'circuit-opened', until: opened.until });
  });

/**
 * Begins the trial call of an open circuit.
 * @throws ProviderFailed if another command was first
 */
const beginTrial = async (keeper: Keeper, circuit: CircuitRow, ports: CircuitPorts): Promise<CircuitRow> => {
  const trial = duringTrial(circuit, ports.clock.now());
  try {
    await commit([itemOf(ports, keeper, trial, circuit)]);
  } catch (error) {
    if (error instanceof WriteConflict) throw unavailable(0);
    throw error;
  }
  return { ...circuit, ...trial, version: circuit.version + 1 };
};

const endTrial = (
  keeper: Keeper,
  trial: CircuitRow,
  outcome: TrialOutcome,
  ports: CircuitPorts,
): Promise<void> =>
  quietly(async () => {
    const { table, clock, random } = ports;
    const after = afterTrial(trial, outcome, clock.now(), random());
    if (after === undefined) {
      await commit([table.delete(CircuitEntity, { connectionId: keeper.id }, trial.version)]);
      log.info('the circuit of a provider closed', { metric: 'circuit-closed' });
    } else await commit([itemOf(ports, keeper, after, trial)]);
  });

const outcomeOf = (error: unknown): TrialOutcome => {
  if (!(error instanceof ProviderFailed) || !isResponse(error)) return 'nothing';
  return isOutage(error) ? 'fails' : 'responds';
};

/**
 * Calls a provider through the circuit of its connection (R27): 20 faults of the provider within 60 s open it. Then no
 * command calls the provider, except for one trial after each pause, until a trial succeeds. Writes only for faults and
 * trials, once or twice.
 * @throws ProviderFailed of the call, or `provider-unavailable` without a call
 */
export const throughCircuit = async <T>(
  call: () => Promise<T>,
  keeper: Keeper,
  ports: CircuitPorts,
): Promise<T> => {
  const { circuit } = ports;
  const refusal = refusalOf(ports);
  if (refusal !== undefined) throw refusal;
  const trial =
    circuit === undefined || circuit.open === null ? undefined : await beginTrial(keeper, circuit, ports);
  try {
    const result = await call();
    if (trial !== undefined) await endTrial(keeper, trial, 'responds', ports);
    return result;
  } catch (error) {
    const outcome = outcomeOf(error);
    if (trial !== undefined) await endTrial(keeper, trial, outcome, ports);
    else if (outcome === 'fails') await noteFailure(keeper, ports);
    throw error;
  }
};
