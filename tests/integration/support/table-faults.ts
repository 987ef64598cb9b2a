import * as z from 'zod';
import { isWrite, standBeforeTable, type TableAnswer, type TableRequest } from './table-proxy.ts';

/**
 * `lose`: the call is done, and its response is lost. `repeat`: the call is done twice, and the second response
 * arrives. A name: the call is refused with that error, worded like the engine's.
 */
type Fault = 'lose' | 'repeat' | { refuse: string } | undefined;

const SERVER_ERRORS = new Set(['InternalServerError']);
const itemsSchema = z.object({ TransactItems: z.array(z.unknown()) });

/**
 * Builds the engine's refusal. In a transaction, a conflict with another transaction on one of its rows is a
 * cancellation reason.
 */
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

/** Injects faults into the calls that `choose` picks, as a network or a busy service would. */
export const spoilTable = (choose: (request: TableRequest) => Fault | Promise<Fault>): Promise<() => void> =>
  standBeforeTable(async (request, forward) => {
    const fault = await choose(request);
    if (typeof fault === 'object') return refusal(fault.refuse, request);
    const answer = await forward();
    if (fault === 'repeat') return forward();
    return fault === 'lose' ? undefined : answer;
  });

/**
 * Loses the response to the first attempt of every write, so that the retry meets its own effect. Counts the lost
 * responses.
 */
export const loseFirstAnswers = async (): Promise<{ lost: () => number; mend: () => void }> => {
  const seen = new Set<string>();
  const mend = await spoilTable((request) => {
    if (!isWrite(request) || seen.has(request.call)) return undefined;
    seen.add(request.call);
    return 'lose';
  });
  return { lost: () => seen.size, mend };
};
