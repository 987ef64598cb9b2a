import type { MessageTemplate, TemplateStatus } from '@prosa/shared/entities/message-template.ts';
import type { WrittenTemplate } from '../../channels/driver.ts';

const EDITABLE: ReadonlySet<TemplateStatus> = new Set(['APPROVED', 'REJECTED', 'PAUSED']);

/** Whether the provider allows a change of a template now, and we know all of its parts, which a change replaces. */
export const isEditable = ({ status, isSendable }: MessageTemplate): boolean =>
  EDITABLE.has(status) && isSendable;

/**
 * Returns a template after a change that the provider has accepted: under review, unless the review has already ended.
 * @param submittedAt before the provider got the change
 */
export const afterEdit = <T extends MessageTemplate>(
  template: T,
  written: WrittenTemplate,
  submittedAt: string,
): T => {
  const { status: reviewedAt } = template.newsAt;
  const edited = { ...template, ...written, changedAt: submittedAt };
  if (reviewedAt !== undefined && reviewedAt >= submittedAt) return edited;
  return {
    ...edited,
    status: 'PENDING',
    rejectedReason: '',
    newsAt: { ...template.newsAt, status: submittedAt },
  };
};
