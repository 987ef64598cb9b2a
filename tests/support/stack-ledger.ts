import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '@prosa/infra/local/stack.ts';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { createCustomer } from './customer.ts';
import { plant } from './plant.ts';

/** A customer, or a group in which a customer writes. */
export interface Writer {
  number: string;
  group?: { id: string; name: string };
}

/** Differences between the written messages and what the whole local system shows. */
export interface StackLedger {
  lost: string[];
  doubled: string[];
  /** Conversations that still show "waiting for this message". */
  unreadable: string[];
  /** Conversations that show their messages out of order, each with the first pair and its places in the conversation. */
  reordered: string[];
  /** Conversations whose list entry does not show the last message. */
  stalePreviews: string[];
}

const ticketsSchema = z.object({
  hasMore: z.boolean(),
  cursor: z.string().nullable(),
  tickets: z.array(
    z.object({ uuid: z.string(), lastMessage: z.string(), contact: z.object({ number: z.string() }) }),
  ),
});
const messagesSchema = z.object({
  hasMore: z.boolean(),
  cursor: z.string().nullable(),
  messages: z.array(
    z.object({
      body: z.string(),
      fromMe: z.boolean(),
      mediaType: z.string(),
      sortKey: z.string(),
      sendState: z.string(),
    }),
  ),
});
type Ticket = z.infer<typeof ticketsSchema>['tickets'][number];

/** Time without a change after which waiting ends. */
const SETTLE_MS = 90_000;
const LOOK_MS = 500;
/** An access token lasts 15 minutes. */
const SESSION_MS = 10 * 60_000;
const chatOf = ({ number, group }: Writer): string => group?.id ?? number;

/** The local system with its demo company. */
export type DemoStack = Pick<Stack, 'url' | 'adminPassword'>;

/** Writes as customers do, and later compares what conversations show with what was written. */
export class Ledger {
  private readonly stack: DemoStack;
  private client: Client;
  private signedInAtMs = performance.now();
  private readonly written = new Map<string, string[]>();
  /** Texts written while the system was killed: each was accepted or not, but not twice. */
  private readonly unsure = new Set<string>();

  private constructor(stack: DemoStack, client: Client) {
    this.stack = stack;
    this.client = client;
  }

  static async open(stack: DemoStack): Promise<Ledger> {
    return new Ledger(stack, await Ledger.signIn(stack));
  }

  private static signIn({ url, adminPassword }: DemoStack): Promise<Client> {
    return signIn(url, 'ana@demo.local', adminPassword);
  }

  private async get(path: string): Promise<unknown> {
    if (performance.now() - this.signedInAtMs > SESSION_MS) {
      this.client = await Ledger.signIn(this.stack);
      this.signedInAtMs = performance.now();
    }
    return this.client.call('GET', path);
  }

  get count(): number {
    return [...this.written.values()].flat().length;
  }

  async write(writer: Writer, text: string): Promise<void> {
    const { number, group } = writer;
    const customer = createCustomer(this.stack.url, number, `Cliente ${number.slice(-4)}`);
    try {
      await customer.write({ text: plant(text), ...(group === undefined ? {} : { group }) });
    } catch (error) {
      this.unsure.add(text);
      throw error;
    }
    const texts = this.written.get(chatOf(writer)) ?? [];
    this.written.set(chatOf(writer), [...texts, text]);
  }

  /** Drops the stream of the first connection. */
  async endStream(code: '503' | '515' | '428'): Promise<void> {
    const response = await fetch(`${this.stack.url}/sandbox/disconnect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    if (response.status !== 202) throw new Error(`POST /sandbox/disconnect: ${response.status}`);
  }

  /**
   * Resolves when everything that was written is shown, or nothing has arrived for a while, because a busy machine
   * needs time for a backlog.
   */
  async settle(quietMs: number = SETTLE_MS): Promise<StackLedger> {
    // A conversation that shows everything is checked once more at the end.
    let open = [...this.written.keys()];
    let wrong = Number.POSITIVE_INFINITY;
    let untilMs = performance.now() + quietMs;
    while (open.length > 0 && performance.now() < untilMs) {
      const tickets = await this.tickets();
      const unsettled: string[] = [];
      let left = 0;
      for (const chat of open) {
        const { lost, unreadable, stalePreviews } = await this.compare(chat, tickets.get(chat));
        const count = [...lost, ...unreadable, ...stalePreviews].length;
        left += count;
        // The list is read before the conversation, so a message in between appears with the next check.
        if (count > 0) unsettled.push(chat);
      }
      if (left < wrong) untilMs = performance.now() + quietMs;
      wrong = left;
      open = unsettled;
      if (open.length > 0) await delay(LOOK_MS);
    }
    const tickets = await this.tickets();
    const ledger: StackLedger = { lost: [], doubled: [], unreadable: [], reordered: [], stalePreviews: [] };
    for (const chat of this.written.keys()) {
      const found = await this.compare(chat, tickets.get(chat));
      for (const what of WRONGS) ledger[what].push(...found[what]);
    }
    return ledger;
  }

  private async tickets(): Promise<Map<string, Ticket>> {
    const found = new Map<string, Ticket>();
    for (const status of ['pending', 'open', 'group'])
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const path = `/tickets?status=${status}&showAll=true${more}`;
        const page = ticketsSchema.parse(await this.get(path));
        for (const ticket of page.tickets) found.set(ticket.contact.number, ticket);
        cursor = page.hasMore ? page.cursor : null;
      }
    return found;
  }

  /**
   * Returns the numbers of the customers whose answers all have the state `unknown`: the conversation says that they may not
   * have arrived, and offers to send them again.
   * @param numbers the customers to look at
   */
  async unsureOf(numbers: readonly string[]): Promise<Set<string>> {
    const tickets = await this.tickets();
    const unsure = new Set<string>();
    for (const number of numbers) {
      const ticket = tickets.get(number);
      const answers =
        ticket === undefined ? [] : (await this.shown(ticket.uuid)).filter(({ fromMe }) => fromMe);
      if (answers.length > 0 && answers.every(({ sendState }) => sendState === 'unknown')) unsure.add(number);
    }
    return unsure;
  }

  private async shown(uuid: string) {
    const all: z.infer<typeof messagesSchema>['messages'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = messagesSchema.parse(await this.get(`/messages/${uuid}?markRead=false${more}`));
      all.push(...page.messages);
      cursor = page.hasMore ? page.cursor : null;
    }
    return all.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  }

  /** Compares one conversation with what was written into it. */
  private async compare(chat: string, ticket: Ticket | undefined): Promise<StackLedger> {
    const texts = this.written.get(chat) ?? [];
    const all = ticket === undefined ? [] : await this.shown(ticket.uuid);
    const messages = all.filter(({ fromMe }) => !fromMe);
    const found = messages.map(({ body }) => body).filter((body) => texts.includes(body));
    const told = messages
      .map(({ body }) => body)
      .filter((body) => texts.includes(body) || this.unsure.has(body));
    // The last message may be an automatic answer.
    const last = all.at(-1);
    const isStale = last?.fromMe === false && ticket?.lastMessage.endsWith(last.body) !== true;
    return {
      lost: texts.filter((text) => !found.includes(text)),
      doubled: told.filter((text, index) => told.indexOf(text) !== index),
      unreadable: messages.some(({ mediaType }) => mediaType === 'placeholder') ? [chat] : [],
      reordered: firstReordered(messages, texts).map((pair) => `${chat}: ${pair}`),
      stalePreviews: isStale ? [chat] : [],
    };
  }
}

/** Returns the first message that is shown before one that was written earlier, and that one, with their sort keys. */
const firstReordered = (
  messages: readonly { body: string; sortKey: string }[],
  texts: readonly string[],
): string[] => {
  const places = new Map(texts.map((text, place) => [text, place]));
  const seen = new Set<string>();
  let last = { place: -1, told: '' };
  for (const { body, sortKey } of messages) {
    const place = places.get(body);
    if (place === undefined || seen.has(body)) continue;
    const told = `${body} (${sortKey})`;
    if (place < last.place) return [`${last.told} before ${told}`];
    seen.add(body);
    last = { place, told };
  }
  return [];
};

const WRONGS = ['lost', 'doubled', 'unreadable', 'reordered', 'stalePreviews'] as const;

export const NOTHING_WRONG: StackLedger = {
  lost: [],
  doubled: [],
  unreadable: [],
  reordered: [],
  stalePreviews: [],
};
