import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import type { Tone } from '../../components/status-chip.tsx';

export const STATUS_TONES: Record<MessageTemplateView['status'], Tone> = {
  APPROVED: 'success',
  PENDING: 'info',
  REJECTED: 'error',
  PAUSED: 'warning',
  DISABLED: 'error',
  IN_APPEAL: 'info',
  LIMIT_EXCEEDED: 'warning',
  ARCHIVED: 'secondary',
  PENDING_DELETION: 'secondary',
  OTHER: 'secondary',
};

export const QUALITY_COLOURS = { GREEN: 'success.text', YELLOW: 'warning.text', RED: 'error.text' } as const;

/** Meta's reasons of a rejection that have a text; any other is shown as Meta wrote it. */
export const REJECTION_REASONS = [
  'ABUSIVE_CONTENT',
  'INCORRECT_CATEGORY',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'SCAM',
  'TAG_CONTENT_MISMATCH',
] as const;

/** Returns a rejection's reason if it has a text. */
export const knownReason = (reason: string): (typeof REJECTION_REASONS)[number] | undefined =>
  REJECTION_REASONS.find((known) => known === reason);
