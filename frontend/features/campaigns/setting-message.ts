import i18next from 'i18next';
import type * as core from 'zod/v4/core';
import { fieldMessage } from '../../lib/api/field-message.ts';

/** Returns the error message of a setting in the user's language. */
export const settingMessage = (issue: core.$ZodRawIssue): string => {
  const t = i18next.getFixedT(null, 'campaigns');
  if (issue.path?.at(-1) !== 'key') return fieldMessage(issue);
  if (issue.code === 'custom')
    return t(
      issue.params?.kind === 'reserved' ? 'settings.variables.reserved' : 'settings.variables.repeated',
    );
  return issue.code === 'invalid_format' && issue.input !== ''
    ? t('settings.variables.invalidKey')
    : fieldMessage(issue);
};
