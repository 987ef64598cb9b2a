import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { PAGES, WABA } from './accounts.ts';
import { GraphRefused } from './graph-refused.ts';
import { Shelf } from './shelf.ts';

/** The fields to which an app can subscribe for a page. */
const PAGE_FIELDS: ReadonlySet<string> = new Set([
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_reactions',
  'message_edits',
  'message_echoes',
  'messaging_referrals',
  'messaging_optins',
  'messaging_handovers',
  'standby',
  'messaging_policy_enforcement',
]);

const subscriptionSchema = z.object({
  fields: z.array(z.string()),
  /** Where the account's updates go in place of the app's own address. */
  callbackUri: z.string().optional(),
});

/** Returns the account whose subscription decides about updates of this id: an Instagram account has its page's. */
const subscriberOf = (entryId: string): string =>
  PAGES.find(({ instagram }) => instagram?.id === entryId)?.id ?? entryId;

/** The accounts to whose updates the app is subscribed. */
export class Subscriptions {
  private readonly shelf: Shelf<typeof subscriptionSchema>;

  constructor(journal: Journal) {
    this.shelf = new Shelf(journal, 'subscription', subscriptionSchema);
  }

  /** Returns the subscribed fields of a page; undefined without a subscription. */
  fieldsOf(pageId: string): readonly string[] | undefined {
    return this.shelf.get(pageId)?.fields;
  }

  has(accountId: string): boolean {
    return this.shelf.get(subscriberOf(accountId)) !== undefined;
  }

  /** Where a WhatsApp Business account's updates go, if not to the app's own address. */
  callbackOf(accountId: string): string | undefined {
    return this.shelf.get(accountId)?.callbackUri;
  }

  /**
   * Whether an update of an account is delivered. A page's must be subscribed by its field; an Instagram account's
   * fields are those of the app.
   */
  wants(accountId: string, field: string): boolean {
    const held = this.shelf.get(subscriberOf(accountId));
    if (held === undefined) return false;
    return PAGES.some(({ id }) => id === accountId) ? held.fields.includes(field) : true;
  }

  /** @throws GraphRefused 100 without fields, and for a field that pages do not have */
  subscribePage(pageId: string, fields: readonly string[]): void {
    if (fields.length === 0)
      throw new GraphRefused(100, { details: 'The parameter subscribed_fields is required.' });
    const unknown = fields.find((field) => !PAGE_FIELDS.has(field));
    if (unknown !== undefined)
      throw new GraphRefused(100, {
        details: `Param subscribed_fields must be one of the page's: ${unknown}`,
      });
    this.shelf.set(pageId, { fields: [...fields] });
  }

  subscribeWaba(callbackUri?: string): void {
    this.shelf.set(WABA.id, { fields: [], ...(callbackUri === undefined ? {} : { callbackUri }) });
  }

  remove(accountId: string): void {
    this.shelf.delete(subscriberOf(accountId));
  }
}
