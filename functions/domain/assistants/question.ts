import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import type { Company } from '@prosa/shared/entities/company.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { zoneFormat } from '@prosa/shared/rules/zone-format.ts';
import type { KnowledgeEntry } from './knowledge-entry.ts';

/** A message of the conversation, as the model gets it. */
export interface Line {
  by: 'customer' | 'company';
  text: string;
}

/** What an assistant is asked. */
export interface Question {
  /** The newest messages of the conversation, the oldest first; the last one is the customer's. */
  lines: readonly Line[];
  /** The entries of the company's knowledge that fit the question, the best first. */
  knowledge: readonly KnowledgeEntry[];
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

/** The settings of a company that a question is made of. */
interface Surroundings {
  company: Pick<Company, 'name' | 'timeZone'>;
  settings: { language: Language };
  queues: ReadonlyMap<number, { id: number; name: string }>;
}

/** Returns the question about a conversation. Queues that were removed are left out. */
export const questionOf = (
  { queueId, queueIds }: Pick<Assistant, 'queueId' | 'queueIds'>,
  { lines, knowledge, contactName }: Pick<Question, 'lines' | 'knowledge' | 'contactName'>,
  { company, settings, queues }: Surroundings,
  nowMs: number,
): Question => ({
  lines,
  knowledge,
  contactName,
  companyName: company.name,
  language: settings.language,
  queues: [...new Set([queueId, ...queueIds])].flatMap((one) => {
    const queue = queues.get(one);
    return queue === undefined ? [] : [{ id: queue.id, name: queue.name }];
  }),
  time: zoneFormat('en-GB', company.timeZone, { dateStyle: 'full', timeStyle: 'short' }).format(nowMs),
});

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
  /** Too little is left of the assistant's month; nothing was asked. */
  | 'budget'
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
