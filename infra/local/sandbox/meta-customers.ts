import { cloudNewsSchema } from '@prosa/infra/local/fake-graph/cloud-news.ts';
import type { Line } from '@prosa/infra/local/fake-graph/conversation.ts';
import { metaCustomerSchema } from '@prosa/infra/local/fake-graph/customer-message.ts';
import type { FakeGraph } from '@prosa/infra/local/fake-graph/fake-graph.ts';
import { graphFaultSchema } from '@prosa/infra/local/fake-graph/faults.ts';
import * as z from 'zod';

const revokeSchema = z.object({ token: z.string().max(1000) });

/** Sends a customer's message over WhatsApp Cloud, Messenger or Instagram. @returns its id */
export const writeOnMeta = (graph: FakeGraph, body: unknown): string =>
  graph.write(metaCustomerSchema.parse(body));

/** Has Meta tell of a number's phone, of a person's choice or of the WhatsApp Business account. */
export const tellMetaNews = (graph: FakeGraph, body: unknown): void =>
  graph.tell(cloudNewsSchema.parse(body));

/** Makes Meta fail the next sends, or disturb the next webhooks. */
export const setMetaFault = (graph: FakeGraph, body: unknown): void =>
  graph.setFault(graphFaultSchema.parse(body));

/** Ends the validity of a token. @returns whether there was such a token */
export const revokeToken = (graph: FakeGraph, body: unknown): boolean =>
  graph.revoke(revokeSchema.parse(body).token);

/** Returns the accounts at Meta with the tokens that set up a connection. */
export const accountsOf = (graph: FakeGraph) => graph.accounts();

const showLine = ({ media, card, contact: _customer, ...line }: Line) => ({
  ...line,
  ...(card === undefined ? {} : { contact: card }),
  // A message reaches a phone of Meta's apps once.
  copies: 1,
  ...(media === undefined ? {} : { media: { ...media, url: `/sandbox/media/${media.id}` } }),
});

/** Returns how to read a customer's conversation, and how to wait for its next message. */
export const metaConversation = (
  graph: FakeGraph,
  { contact, channel, accountId }: { contact: string; channel: string; accountId?: string | undefined },
) => ({
  read: () => graph.conversation(contact, channel, accountId).map(showLine),
  next: (signal: AbortSignal) => graph.nextLine(contact, signal),
});
