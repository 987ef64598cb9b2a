import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import { isEditable } from '@prosa/shared/rules/message-template.ts';
import type { WrittenTemplate } from '../../channels/driver.ts';

/** Whether the provider allows a change of a template now, and we know all of its parts, which a change replaces. */
export const mayEdit = ({ status, isSendable }: MessageTemplate): boolean => isEditable(status) && isSendable;

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
