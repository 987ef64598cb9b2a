import type { StackProcess } from '../../support/stack-process.ts';
import { signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Dataset } from '../generate.ts';
import { percentile } from '../measure.ts';

const PAGE_LIMIT_MS = 150;
const WRITE_UNITS_LIMIT = 12;
const WARM_UP_CALLS = 20;
const CALLS = 100;

/** The searches: a word of many messages, a word of some messages with a second word, and a word of none. */
const SEARCHES = [
  ['a word of every eighth message', 'pedido'],
  ['two words that stand together', 'segunda boleto'],
  ['two words that never do', 'pedido boleto'],
  ['a word of no message', 'girassol'],
] as const;

/**
 * Measures how long a page takes of tickets whose messages contain a word, and what storing a message's words costs.
 */
export const measureContentSearch = async (
  stack: StackProcess,
  dataset: Dataset,
  password: string,
): Promise<Figure[]> => {
  const client = await signIn(stack.url, dataset.adminEmail, password);
  const queues = encodeURIComponent(JSON.stringify(dataset.queueIds));
  const figures: Figure[] = [];
  for (const [what, words] of SEARCHES) {
    const path = `/tickets?status=search&showAll=true&searchOnMessages=true&queueIds=${queues}&searchParam=${encodeURIComponent(words)}`;
    for (let nth = 0; nth < WARM_UP_CALLS; nth++) await client.call('GET', path);
    const tookMs: number[] = [];
    for (let nth = 0; nth < CALLS; nth++) {
      const startedAt = performance.now();
      await client.call('GET', path);
      tookMs.push(performance.now() - startedAt);
    }
    const p95 = percentile(tookMs, 0.95);
    figures.push({
      name: `a page of ${what}`,
      value: `p50 ${percentile(tookMs, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      limits: [{ of: 'p95', ms: p95, atMostMs: PAGE_LIMIT_MS }],
    });
  }
  return [
    ...figures,
    {
      name: 'the words of an average message',
      value: `${dataset.wordUnits.toFixed(1)} write units`,
      target: `≤ ${WRITE_UNITS_LIMIT}`,
      met: dataset.wordUnits <= WRITE_UNITS_LIMIT,
    },
  ];
};
