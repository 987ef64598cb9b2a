import * as z from 'zod';
import { isWrite, standBeforeTable, type TableAnswer, type TableRequest } from './table-proxy.ts';

/**
 * `lose`: done, and its answer never comes. `repeat`: done twice, and the second answer comes. A name: refused with that
 * error, as the engine would word it.
 */
type Fault = 'lose' | 'repeat' | { refuse: string } | undefined;

const SERVER_ERRORS = new Set(['InternalServerError']);
const itemsSchema = z.object({ TransactItems: z.array(z.unknown()) });

/** The engine's words for a refusal: within a transaction, another's transaction on one of its rows is a reason to cancel. */
const refusal = (code: string, { operation, body }: TableRequest): TableAnswer => {
  const isConflict = code === 'TransactionConflict';
  const isCancelled = isConflict && operation === 'TransactWriteItems';
  const name = isCancelled ? 'TransactionCanceledException' : isConflict ? `${code}Exception` : code;
  const reasons = isCancelled
    ? itemsSchema
        .parse(JSON.parse(body))
        .TransactItems.map((_item, at) => ({ Code: at === 0 ? code : 'None' }))
    : undefined;
  return {
    status: SERVER_ERRORS.has(code) ? 500 : 400,
    body: JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${name}`,
      ...(reasons === undefined ? {} : { CancellationReasons: reasons }),
    }),
  };
};

/** Spoils the calls that `choose` picks, as a network or a busy service would. */
export const spoilTable = (choose: (request: TableRequest) => Fault | Promise<Fault>): Promise<() => void> =>
  standBeforeTable(async (request, forward) => {
    const fault = await choose(request);
    if (typeof fault === 'object') return refusal(fault.refuse, request);
    const answer = await forward();
    if (fault === 'repeat') return forward();
    return fault === 'lose' ? undefined : answer;
  });

/** Loses the answer to the first try of every write: the repetition meets its own effect. Counts what was lost. */
export const loseFirstAnswers = async (): Promise<{ lost: () => number; mend: () => void }> => {
  const seen = new Set<string>();
  const mend = await spoilTable((request) => {
    if (!isWrite(request) || seen.has(request.call)) return undefined;
    seen.add(request.call);
    return 'lose';
  });
  return { lost: () => seen.size, mend };
};
