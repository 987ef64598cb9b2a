import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import type { Faults } from './faults.ts';
import { Shelf } from './shelf.ts';
import type { Subscriptions } from './subscriptions.ts';
import { deliveriesOf, escapedJson, signatureOf, type Update } from './webhook-body.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Time in which Messenger and Instagram need the answer. */
const ANSWER_WITHIN_MS = 5_000;
/** Time after which a page that never answers is unsubscribed. */
const UNSUBSCRIBED_AFTER_MS = HOUR_MS;
/** Time for which WhatsApp retries. */
const GIVEN_UP_AFTER_MS = 7 * 24 * HOUR_MS;
/** Longest time that updates wait for others with which they are reordered or batched. */
const HELD_MS = 2_000;
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 25_000, 90_000];

const waitingSchema = z.object({
  updates: z.array(
    z.object({
      object: z.enum(['whatsapp_business_account', 'page', 'instagram']),
      entryId: z.string(),
      field: z.string(),
      value: z.unknown(),
    }),
  ),
  sinceMs: z.number(),
});
type Waiting = z.output<typeof waitingSchema>;

export interface DeliveryOptions {
  journal: Journal;
  subscriptions: Subscriptions;
  faults: Faults;
  appSecret: string;
  webhookUrl: string;
  now: () => number;
  /** Delays between the attempts in milliseconds; the last one is repeated. */
  retryDelaysMs: readonly number[];
}

/**
 * Posts updates to the app's webhook: signed, in the order of each account, and again until they are answered with
 * 200. A failed delivery does not hold up the next ones, so retries arrive late and out of order, as Meta's do.
 */
export class Deliveries {
  private readonly options: DeliveryOptions;
  private readonly waiting: Shelf<typeof waitingSchema>;
  private readonly chains = new Map<string, Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly stopped = new AbortController();
  private held: { mode: 'reorder' | 'batch'; updates: Update[] } | undefined;
  private count = 0;

  constructor(options: DeliveryOptions) {
    this.options = options;
    this.waiting = new Shelf(options.journal, 'delivery', waitingSchema);
  }

  /** Delivers what a previous run could not. */
  resume(): void {
    for (const [name, waiting] of this.waiting.entries()) this.queue(name, waiting);
  }

  /** Delivers an update if the app is subscribed to it. */
  tell(update: Update): void {
    const { subscriptions, faults } = this.options;
    if (!subscriptions.wants(update.entryId, update.field)) return;
    const fault = faults.ofUpdate();
    if (fault === undefined) this.add([update]);
    else if (fault.mode === 'duplicate') {
      this.add([update]);
      this.add([update]);
    } else this.hold(update, fault.mode === 'batch' ? 'batch' : 'reorder', fault.left === 1);
  }

  close(): void {
    this.stopped.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private hold(update: Update, mode: 'reorder' | 'batch', isLast: boolean): void {
    if (this.held === undefined) {
      this.held = { mode, updates: [] };
      this.later(HELD_MS, () => this.release());
    }
    this.held.updates.push(update);
    if (isLast) this.release();
  }

  private release(): void {
    const { held } = this;
    this.held = undefined;
    if (held === undefined) return;
    if (held.mode === 'batch') this.add(held.updates);
    else for (const update of held.updates.reverse()) this.add([update]);
  }

  private add(updates: readonly Update[]): void {
    const sinceMs = this.options.now();
    this.count += 1;
    const name = `${sinceMs}-${this.count}`;
    const waiting = { updates: [...updates], sinceMs };
    this.waiting.set(name, waiting);
    this.queue(name, waiting);
  }

  private queue(name: string, waiting: Waiting): void {
    const account = waiting.updates[0]?.entryId ?? '';
    const before = this.chains.get(account) ?? Promise.resolve();
    this.chains.set(
      account,
      before.then(() => this.attempt(name, waiting, 0)),
    );
  }

  private async attempt(name: string, waiting: Waiting, attempts: number): Promise<void> {
    const { now, retryDelaysMs, subscriptions } = this.options;
    if (this.stopped.signal.aborted) return;
    const updates = waiting.updates.filter(({ entryId }) => subscriptions.has(entryId));
    const age = now() - waiting.sinceMs;
    const isDone = updates.length === 0 || age > GIVEN_UP_AFTER_MS || (await this.post(updates));
    // The journal is closed: the next run delivers it.
    if (this.stopped.signal.aborted) return;
    if (isDone) return this.waiting.delete(name);
    if (age > UNSUBSCRIBED_AFTER_MS)
      for (const { object, entryId } of updates)
        if (object !== 'whatsapp_business_account') subscriptions.remove(entryId);
    const delay = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0;
    this.later(delay, () => void this.attempt(name, { ...waiting, updates }, attempts + 1));
  }

  /** Returns whether all deliveries were answered with 200. */
  private async post(updates: readonly Update[]): Promise<boolean> {
    const { appSecret, webhookUrl, subscriptions, now } = this.options;
    const url = subscriptions.callbackOf(updates[0]?.entryId ?? '') ?? webhookUrl;
    for (const body of deliveriesOf(updates, now())) {
      const text = escapedJson(body);
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'facebookexternalua',
            'x-hub-signature-256': signatureOf(appSecret, text),
          },
          body: text,
          signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) return false;
      } catch {
        return false;
      }
    }
    return true;
  }

  private later(delayMs: number, action: () => void): void {
    if (this.stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      action();
    }, delayMs);
    this.timers.add(timer);
  }
}
