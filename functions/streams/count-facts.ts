import { createdFact, type Fact, finishedFact, messageFact } from '../domain/rollups/facts.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemClock } from '../platform/clock.ts';
import { openTable } from '../platform/table/table.ts';
import { countFacts as countOnce } from '../repositories/rollups.ts';
import { type ChangeOf, isChangeOf, type RowChange } from './read-changes.ts';

type FactChange = ChangeOf<'message'> | ChangeOf<'ticketLog'> | ChangeOf<'ticketTracking'>;

/** How a row was made, where the batch made it. */
const madeIn = <R>({
  before,
  between,
  after,
}: {
  before: R | undefined;
  between: readonly R[];
  after: R | undefined;
}): R | undefined => (before === undefined ? (between[0] ?? after) : undefined);

const factOf = (change: FactChange): Fact | undefined => {
  switch (change.entity) {
    case 'message': {
      const made = madeIn(change);
      return made === undefined ? undefined : messageFact(made);
    }
    case 'ticketLog': {
      const made = madeIn(change);
      return made === undefined ? undefined : createdFact(made);
    }
    case 'ticketTracking': {
      if (change.before !== undefined && change.before.finishedAt !== null) return undefined;
      const finished = [...change.between, change.after].find((row) => (row?.finishedAt ?? null) !== null);
      return finished === undefined ? undefined : finishedFact(finished);
    }
  }
};

/** Whether a change may have made a fact. */
export const isFactOf = (change: RowChange): change is FactChange =>
  (isChangeOf('message')(change) ||
    isChangeOf('ticketLog')(change) ||
    isChangeOf('ticketTracking')(change)) &&
  factOf(change) !== undefined;

/** Counts the facts of a company that a batch tells, each once however often it is told. */
export const countFacts = (companyId: CompanyId, changes: readonly FactChange[]): Promise<void> =>
  countOnce(
    openTable(companyId),
    changes.flatMap((change) => factOf(change) ?? []),
    systemClock.now(),
  );
