/**
 * How many runs of a shared worker one company may hold at once (R23): about a quarter of what the worker runs with a
 * concurrency of 1,000 in the account, so about a half with 500, the least that is deployed. So hosts of one company that
 * hang, or its thousands of rows, leave runs to all others.
 *
 * This many FIFO groups take all messages of the company: SQS gives a group to one run at a time, and frees it after the
 * visibility timeout if the run is killed. That costs nothing, keeps the order, and uses up no receive of a waiting message.
 */
export const COMPANY_RUNS = {
  /** Of 150. Each integration has the half of them. */
  'integration-calls': 36,
  /** Of 150. Each assistant has the half of them. */
  'assistant-calls': 36,
  /** Of 50. Each endpoint has four of them, so that one that hangs leaves eight to the others. */
  'webhook-deliveries': 12,
  /** Of 40: the files that customers sent. Messages to customers go to the provider alone. */
  'channel-commands': 10,
  /** Of 5 each. */
  'contact-imports': 1,
  'contact-exports': 1,
  /** Of 2 each. */
  'campaign-plans': 1,
  'history-imports': 1,
} as const;

/**
 * Returns the lane of a message among those of its company: each source of messages has some of them, so that one whose
 * host hangs leaves the others free.
 * @param source number of the integration, assistant or endpoint
 * @param nth number that messages share which must keep their order
 * @param of the lanes of the company, and how many of them a source has
 */
export const companyLane = (source: number, nth: number, of: { company: number; source: number }): number => {
  const sets = of.company / of.source;
  return (source % sets) * of.source + (nth % of.source);
};
