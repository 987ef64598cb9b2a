import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import {
  type ConnectionBefore,
  connectionProblems,
  needsGreeting,
} from '@prosa/shared/rules/connection-problems.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';
import { defaultSchedule } from '../../lib/texts/default-schedule.ts';
import type { MediaChange } from '../files/components/form-file.tsx';

const body = connectionRoutes.update.body;

/** Values of the dialog's fields: a connection, and the change of its greeting's file. */
const fieldsSchema = body.extend({ media: z.custom<MediaChange>() });

/**
 * Returns the schema with every rule of a connection at its field, with messages in the user's language. The server
 * checks the same rules.
 */
export const connectionFormSchema = (
  t: TFunction<'connections'>,
  world: { userRating: boolean; before: ConnectionBefore | undefined },
) =>
  fieldsSchema.superRefine((input, context) => {
    const problems = connectionProblems(input, { ...world, nowMs: Date.now() });
    for (const { field, problem } of problems)
      context.addIssue({ code: 'custom', path: [field], message: t(`problem.${problem}`) });
    if (needsGreeting(input))
      context.addIssue({ code: 'custom', path: ['greetingMessage'], message: t('problem.errorGreeting') });
  });

/** Returns the initial field values; `undefined` for a new connection. */
export const connectionFields = (
  connection: ConnectionView | undefined,
): z.input<typeof fieldsSchema> & { name: string } => {
  const known = connection === undefined ? undefined : body.strip().parse(connection);
  return {
    isDefault: false,
    name: '',
    ...body.omit({ name: true }).parse({}),
    ...known,
    media: 'keep',
    schedules: known === undefined || known.schedules.length === 0 ? defaultSchedule() : known.schedules,
  };
};
