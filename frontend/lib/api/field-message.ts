import i18next from 'i18next';
import type * as core from 'zod/v4/core';

/** Returns the error message of a field in the user's language. */
export const fieldMessage = (issue: core.$ZodRawIssue): string => {
  const t = i18next.getFixedT(null, 'common');
  const empty = issue.input === undefined || issue.input === null || issue.input === '';
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return empty ? t('field.required') : t('field.invalid');
    case 'too_small':
      if (empty) return t('field.required');
      return issue.origin === 'string'
        ? t('field.tooShort', { count: Number(issue.minimum) })
        : t('field.tooSmall', { minimum: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? t('field.tooLong', { count: Number(issue.maximum) })
        : t('field.tooBig', { maximum: Number(issue.maximum) });
    case 'invalid_format':
      if (empty) return t('field.required');
      return issue.format === 'email' ? t('field.email') : t('field.invalid');
    case 'custom':
      switch (issue.params?.kind) {
        case 'missing':
          return t('field.required');
        case 'beforeStart':
          return t('field.beforeStart');
        default:
          return t('field.invalid');
      }
    default:
      return t('field.invalid');
  }
};
