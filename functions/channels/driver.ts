import type {
  MessageTemplate,
  TemplateCategory,
  TemplateExamples,
  TemplateHeader,
  TemplateParts,
} from '@prosa/shared/entities/message-template.ts';
import type { MessageRef, OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Channel as ChannelName, Identity } from '@prosa/shared/messaging/identity.ts';
import type { SendFailure } from '@prosa/shared/rules/send-failure.ts';
import type { SessionReason } from '@prosa/shared/rules/session-reason.ts';
import type { FILE_OVER_LIMIT } from '../domain/automatic/file-over-limit.ts';

/** An account at a provider, with the token that its calls carry. */
export interface ProviderAccount {
  channel: ChannelName;
  companyId: number;
  connectionId: number;
  /** The provider's ids; see `Connection.accountId` and `Connection.businessId`. */
  accountId: string;
  businessId: string;
  accessToken: string;
}

export interface OutgoingMessage {
  to: readonly Identity[];
  /** Already rendered for the channel. */
  content: OutboundContent;
  quoted?: MessageRef | undefined;
  tag?: 'human-agent' | undefined;
  /** Names the message and its attempt; a provider that can repeats it in its updates of this message. */
  reference: string;
}

/** The company's files, as a driver reads them. */
export interface Files {
  /** Returns undefined if the file is gone. */
  read: (key: string) => Promise<Uint8Array | undefined>;
  /** Returns a link to the file, for a provider that fetches it; valid for a few minutes. */
  link: (key: string) => Promise<string>;
}

export interface FetchedFile {
  bytes: Uint8Array;
  /** As the provider declared it; '' if it did not. */
  mimeType: string;
}

export interface Profile {
  /** '' if the person has none or does not show it. */
  name: string;
  /** null if the person has none or does not show it; undefined if it could not be fetched. */
  picture: FetchedFile | null | undefined;
}

/** What a worker does after a call that failed. */
export type Remedy =
  /** Repeat it after at least `waitS` seconds, 0 if the provider named none: it did not carry it out. */
  | { does: 'wait'; waitS: number }
  /** Give up: the provider refused it, and would again. */
  | { does: 'stop' }
  /** Give up, and show that the account must be linked again, with the reason on its connection. */
  | { does: 'relink'; because: SessionReason }
  /** Neither repeat nor deny it: the provider may have carried it out. */
  | { does: 'doubt' };

/** Thrown for a call that a provider refused, or did not respond to. */
export class ProviderFailed extends Error {
  /** Why, for the attendant: a reason of `send-failure.ts`, `refused-<code>`, or that a fetched file is too large. */
  readonly reason: SendFailure | `refused-${string}` | typeof FILE_OVER_LIMIT;
  readonly remedy: Remedy;
  /** The provider's own explanation, for the user who wrote what it refused; '' without one. */
  readonly explanation: string;
  constructor(reason: ProviderFailed['reason'], remedy: Remedy, cause?: unknown, explanation = '') {
    super(`the provider failed: ${reason}`, { cause });
    this.name = 'ProviderFailed';
    this.reason = reason;
    this.remedy = remedy;
    this.explanation = explanation;
  }
}

/** A template as the provider describes it. */
export type ProviderTemplate = Omit<MessageTemplate, 'companyId' | 'businessId' | 'changedAt' | 'newsAt'>;

/** What a provider tells of a template: the result of a review, a change of its quality or its category. */
export type TemplateNews =
  | ({ kind: 'status' } & Pick<MessageTemplate, 'status' | 'rejectedReason'>)
  | ({ kind: 'quality' } & Pick<MessageTemplate, 'quality'>)
  | ({ kind: 'category' } & Pick<MessageTemplate, 'category'>)
  /** Its parts were changed; the next sync reads them. */
  | { kind: 'parts' };

/** Parts without a place in the header, which no screen writes. */
export interface WritableParts extends TemplateParts {
  header: Exclude<TemplateHeader, { kind: 'location' }>;
}

/** What a user writes of a template. */
export interface WrittenTemplate extends WritableParts {
  category: TemplateCategory;
  examples: TemplateExamples;
}

/** The example of a header's file, which the provider's reviewers see. */
export interface TemplateSample extends FetchedFile {
  /** '' for a file without a name. */
  fileName: string;
}

/**
 * Manages the message templates of an account's business, which the provider reviews. Every method throws
 * {@link ProviderFailed}.
 */
export interface TemplateDriver {
  /** Reads all templates, 6,000 at most (the provider's limit). */
  list: (account: ProviderAccount) => Promise<ProviderTemplate[]>;
  /**
   * Submits a template. The provider may put it into another category.
   * @param sample null for a header without a file
   * @throws AppError ERR_LINK_NOT_SET_UP if a sample cannot be uploaded without the operator's app
   */
  create: (
    account: ProviderAccount,
    template: WrittenTemplate & { name: string; language: string },
    sample: TemplateSample | null,
  ) => Promise<Pick<ProviderTemplate, 'id' | 'status' | 'category'>>;
  /** Replaces all parts of a template; the sample as for a new one. */
  edit: (
    account: ProviderAccount,
    id: string,
    template: WrittenTemplate,
    sample: TemplateSample | null,
  ) => Promise<void>;
  /** Deletes the template with the id, or without one those of the name in every language. */
  remove: (account: ProviderAccount, template: { name: string; id?: string }) => Promise<void>;
}

/**
 * Carries out commands at a provider's API. Stateless: a call gets everything that it needs. Every method throws
 * {@link ProviderFailed} for whatever the provider or the network does; other errors are faults of ours.
 */
export interface ChannelDriver {
  /** Sends one message, once. @returns the provider's id of the message */
  send: (account: ProviderAccount, message: OutgoingMessage, files: Files) => Promise<string>;
  /** Marks a contact's messages as read. */
  markRead: (
    account: ProviderAccount,
    read: { to: readonly Identity[]; providerMessageIds: readonly string[] },
  ) => Promise<void>;
  /** Tells a contact that an attendant is typing. The provider hides this after some seconds, or at the next message. */
  showTyping: (
    account: ProviderAccount,
    typing: { to: readonly Identity[]; newestId: string },
  ) => Promise<void>;
  /**
   * Fetches the file of an inbound message.
   * @param source as the channel's parser wrote it
   * @throws ProviderFailed also for a file over `maxBytes`: {@link FILE_OVER_LIMIT}
   */
  fetchFile: (account: ProviderAccount, source: string, maxBytes: number) => Promise<FetchedFile>;
  /** Returns a person's public profile; undefined if the provider does not show it, or the channel has none. */
  profileOf: (account: ProviderAccount, person: Identity) => Promise<Profile | undefined>;
  /** Only where the channel's capabilities have templates. */
  templates?: TemplateDriver;
}
