import { type IntegrationView, integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import type { IntegrationType } from '@prosa/shared/entities/integration.ts';
import {
  type IntegrationProblem,
  type IntegrationProblemKey,
  integrationProblems,
} from '@prosa/shared/rules/integration-problems.ts';
import type { TFunction } from 'i18next';
import type * as z from 'zod';
import { ApiError, fieldProblems } from '../../lib/api/api-error.ts';

const body = integrationRoutes.create.body;
/** Values of the dialog's fields. */
export type IntegrationFields = z.input<typeof body>;

type FieldName = IntegrationProblem['field'];

/** The fields that a test of the service sends, by type. */
export const TESTED_FIELDS: Readonly<Record<IntegrationType, readonly FieldName[]>> = {
  dialogflow: ['projectName', 'jsonContent', 'language'],
  n8n: ['urlN8N'],
  webhook: ['urlN8N'],
  typebot: ['urlN8N', 'typebotSlug'],
  flowbuilder: [],
};

/** The server decides which addresses may be called; in development it allows http, too. */
const mayCall = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** Returns the schema of the dialog's fields, with every rule of an integration at its field. */
export const integrationFormSchema = (
  t: TFunction<'integrations'>,
  before: Pick<IntegrationView, 'type' | 'credentialsHint'> | null,
) => {
  const world = {
    mayCall,
    hasKeyFile: before !== null && before.credentialsHint !== '',
    typeBefore: before?.type,
  };
  return body.superRefine((input, context) => {
    for (const { field, problem } of integrationProblems(input, world)) {
      const isEmpty = input[field] === '' || input[field] === null;
      context.addIssue({
        code: 'custom',
        path: [field],
        ...(isEmpty ? { params: { kind: 'missing' } } : { message: t(`problem.${problem}`) }),
      });
    }
  });
};

/** Returns the initial values of the fields. */
export const valuesOf = (integration: IntegrationView | null): IntegrationFields & { name: string } =>
  integration === null
    ? { ...body.omit({ name: true, type: true }).parse({}), name: '', type: 'typebot' }
    : body.strip().parse(integration);

const PROBLEMS = [
  'errorAddress',
  'errorOrigin',
  'errorSlug',
  'errorProject',
  'errorKeyFile',
  'errorFlow',
  'errorType',
] as const satisfies readonly IntegrationProblemKey[];

/** Returns an error of the server with its rules' names replaced by texts in the user's language. */
export const inWords = (error: unknown, t: TFunction<'integrations'>): unknown => {
  const details = fieldProblems(error).map(({ path, message }) => {
    const known = PROBLEMS.find((problem) => problem === message);
    return { path, message: known === undefined ? message : t(`problem.${known}`) };
  });
  if (!(error instanceof ApiError) || details.length === 0) return error;
  return new ApiError({ code: error.code, status: error.status, details, cause: error });
};

/** Whether an address of n8n exists only while its workflow is tested in the editor. */
export const isTestAddress = (url: string): boolean => url.includes('/webhook-test/');
