import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CloudNews, tellCloudNews } from './cloud-news.ts';
import type { Line } from './conversation.ts';
import type { MetaCustomerMessage } from './customer-message.ts';
import { type ListedAccount, listAccounts, reportReceipt, writeAsCustomer } from './customers.ts';
import type { Faults } from './faults.ts';
import { serveGraph } from './serve.ts';
import { type FakeGraphOptions, openWorld } from './world.ts';

/** The Meta of the local program: its Graph API, its webhooks, and the people who use its apps. */
export interface FakeGraph {
  /** Answers a request to the Graph API. `url` is relative to its root. */
  serve: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
  /** Returns the accounts with their tokens, and the user who owns them with a token. */
  accounts: () => { appId: string; user: { token: string }; accounts: ListedAccount[] };
  /**
   * Acts as a customer who writes.
   * @returns the id of the message
   * @throws RangeError if a field is missing, if the channel has no such message, or without a subscribed account
   */
  write: (message: MetaCustomerMessage) => string;
  /** Acts as a customer who reads (3) or plays (4) a message. @returns whether there is such a message */
  report: (messageId: string, ack: number) => boolean;
  /**
   * Tells the app what Meta tells of numbers, of people's choices and of the WhatsApp Business account.
   * @throws RangeError for an unknown number
   */
  tell: (news: CloudNews) => void;
  /** Returns a customer's messages on a channel that were not refused, oldest first. */
  conversation: (contact: string, channel: string, accountId?: string) => Line[];
  /** Returns how often an account was shown as typing to a customer. */
  typed: (contact: string, accountId: string) => number;
  /** Resolves when a message is added to a customer's conversations, or when the signal aborts. */
  nextLine: (contact: string, signal: AbortSignal) => Promise<void>;
  openMedia: (id: string) => { mimeType: string; bytes: Buffer } | undefined;
  setFault: Faults['set'];
  /** Ends a token's validity. @returns whether there was such a token */
  revoke: (token: string) => boolean;
  close: () => void;
}

/** Opens the fake Meta with the data of earlier runs, and delivers the webhooks that they could not. */
export const openFakeGraph = (options: FakeGraphOptions): FakeGraph => {
  const world = openWorld(options);
  return {
    serve: (request, response, url) => serveGraph(world, request, response, url),
    accounts: () => ({
      appId: world.app.id,
      user: { token: world.tokens.userToken().value },
      accounts: listAccounts(world),
    }),
    write: (message) => writeAsCustomer(world, message),
    tell: (news) => tellCloudNews(world, news),
    report: (messageId, ack) => reportReceipt(world, messageId, ack),
    conversation: (contact, channel, accountId) =>
      world.conversation.of(contact, channel, accountId).filter(({ failed }) => failed === undefined),
    typed: (contact, accountId) =>
      world.conversation.typed.filter((one) => one.contact === contact && one.accountId === accountId).length,
    nextLine: (contact, signal) => world.conversation.next(contact, signal),
    openMedia: (id) => world.media.shown(id),
    setFault: (fault) => world.faults.set(fault),
    revoke: (token) => world.tokens.revoke(token),
    close: world.close,
  };
};
