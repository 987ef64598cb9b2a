import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import type { MediaType } from '@prosa/shared/entities/message.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';

/** The file of a message, as its adapter needs it. */
export type AskedFile =
  /** A signed link that the service fetches, valid for five to ten minutes. */
  | { url: string }
  /** The file itself, in Base64. */
  | { base64: string };

/** A message of the customer. */
export interface AskedMessage {
  id: string;
  type: MediaType;
  /** '' for a file without a caption. */
  text: string;
  /** null without a file. */
  mimeType: string | null;
  /** ISO. */
  at: string;
  /** null without a file, if the adapter needs none, or if the file is not stored. */
  file: AskedFile | null;
}

/** What decides whether an adapter needs the file of a message. */
export interface FileFacts {
  type: MediaType;
  mimeType: string;
  /** Bytes; 0 while it is not known. */
  size: number;
  /** null if the customer's app did not tell it. */
  durationS: number | null;
}

/** The conversation at an external bot, as the ticket keeps it. */
export type Session = NonNullable<AutomationOf<'integration'>['session']>;

/** A question for an integration: the newest messages of a customer, and the data of the conversation. */
export interface Exchange {
  /** The same for every attempt to send these messages. */
  deliveryId: string;
  /** The oldest first; none if the conversation only begins, and the customer has not written to the bot yet. */
  messages: readonly AskedMessage[];
  session: Session | null;
  /** Identifies the conversation at a service that lets us choose the name: at most 36 characters. */
  conversationKey: string;
  company: { id: number; language: Language };
  connection: { id: number; name: string; channel: Channel };
  ticket: { id: number; uuid: string; status: TicketStatus; queueId: number | null };
  contact: {
    id: number;
    name: string /** '' if only the provider's id is known. */;
    number: string;
    email: string;
  };
  /** Epoch milliseconds. */
  nowMs: number;
}

/** A request of an adapter. Always a POST of JSON. */
export interface ServiceRequest {
  url: string;
  body: string;
  /** google: with a token of the service account. signed: with the signature of the integration, if it has a secret. */
  auth?: 'google' | 'signed';
  /** What the log keeps instead of a body that contains a file. */
  logged?: string;
}

/** What a service answered, whatever its status. */
export interface ServiceAnswer {
  status: number;
  /** The body as UTF-8. */
  text: string;
}

/** One thing that the customer is sent. */
export type Say = {
  /** Pause before it, in milliseconds. */
  pauseMs: number;
} & ({ text: string } | { /** Address of a file. */ url: string });

/** Where the conversation continues after a whole answer. */
export type Next = Exclude<InboundEventOf<'answer'>['next'], { goesTo: 'more' }>;

/** A usable answer of a service. */
export interface Reply {
  says: readonly Say[];
  /** As in the event `answer`: null ends the conversation at the bot; absent, it stays as it is. */
  session?: Session | null;
  next: Next;
}

/** Why a service gave no usable answer. */
export type ServiceFailure =
  /** Its status is not a success. */
  | 'status'
  /** It redirects: calls go only to the configured address. */
  | 'redirect'
  /** Its answer is not what this type of service answers. */
  | 'not-understood'
  /** The key file is missing or was refused. */
  | 'credentials'
  /** As `fetch-outside.ts` names them. */
  | 'refused'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  | 'no-file';

/** Outcome of a conversation between an adapter and its service. */
export type Outcome = Reply | { failure: ServiceFailure };

/** A conversation with a service as a program that yields requests, and goes on with their answers. */
export type Talk = Generator<ServiceRequest, Outcome, ServiceAnswer>;

/** How one type of service is asked. */
export interface Adapter {
  /** Returns how a file of the customer is given to the service; undefined if the service does not take it. */
  fileNeed: (file: FileFacts, session: Session | null) => 'link' | 'content' | undefined;
  talk: (integration: Integration, exchange: Exchange) => Talk;
  /** Returns the request that sends the body of an earlier one again, without a customer. */
  again: (integration: Integration, body: string, conversationKey: string) => ServiceRequest;
}

/** A success that says nothing: the integration goes on answering the customer. */
export const SILENCE: Reply = { says: [], next: { goesTo: 'automation' } };

/** Returns why an answer with this status cannot be used; undefined if it can. */
export const failureOf = (status: number): ServiceFailure | undefined => {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** Returns the value of a JSON text; undefined if it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Returns the texts of an exchange as one text: of a file without a caption its type. */
export const textOf = ({ messages }: Exchange): string =>
  messages.map(({ text, type }) => text || `[${type}]`).join('\n');
