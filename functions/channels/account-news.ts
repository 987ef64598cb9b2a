import type { SessionReason } from '@prosa/shared/rules/session-reason.ts';

/** What a provider tells of an account, or of all accounts of a business. */
export type AccountNews =
  /** The accounts cannot be used, for a reason that their users read. */
  | { topic: 'standing'; isUsable: false; reason: SessionReason }
  /** The accounts can be used again: this reason has ended. */
  | { topic: 'standing'; isUsable: true; reason: SessionReason }
  /** Until an instant (null: without a known end) the accounts may write only to people who wrote before. */
  | { topic: 'restriction'; until: string | null }
  /** The accounts broke a rule of the provider, which may lock them. */
  | { topic: 'violation' }
  /** In 24 hours the accounts may write first to this many people; null: to any number of people. */
  | { topic: 'limit'; people: number | null };
