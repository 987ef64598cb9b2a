import type { Language } from '@prosa/shared/entities/user.ts';

/** A message of the conversation, as the model gets it. */
export interface Line {
  by: 'customer' | 'company';
  text: string;
}

/** What an assistant is asked. */
export interface Question {
  /** The newest messages of the conversation, the oldest first; the last one is the customer's. */
  lines: readonly Line[];
  /** '' if it is unknown. */
  contactName: string;
  companyName: string;
  /** The company's language. */
  language: Language;
  /** The queues that the assistant may give the conversation to, its own first. */
  queues: readonly { id: number; name: string }[];
  /** Now in the company's time zone, for people. */
  time: string;
}

/** What an assistant answered. */
export interface Reply {
  /** '' if it only gives the conversation to people. */
  text: string;
  /** Gives the conversation to people: to a queue, or if null to those of the ticket's queue. */
  handsOver: { queueId: number | null } | undefined;
  tokens: number;
}

/** Why an assistant gave no usable answer. */
export type AssistantFailure =
  /** Its key is missing or was refused. */
  | 'key'
  /** The account at the provider has no credit left. */
  | 'quota'
  /** The provider got too many requests. */
  | 'busy'
  /** The provider answered with an error. */
  | 'status'
  /** The answer is not what an OpenAI-compatible API answers, or is empty. */
  | 'not-understood'
  /** The provider or the model refused the content. */
  | 'content'
  /** As `fetch-outside.ts` names them. */
  | 'refused'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  | 'redirect';
