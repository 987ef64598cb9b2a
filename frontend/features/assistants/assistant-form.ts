import { type AssistantView, assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { idSchema } from '@prosa/shared/entities/common.ts';
import { type AssistantProblemKey, assistantProblems } from '@prosa/shared/rules/assistant-problems.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';
import { ApiError, fieldProblems } from '../../lib/api/api-error.ts';

const { body } = assistantRoutes.create;
type Input = z.output<typeof body>;

/** Values of the dialog's fields. */
export type AssistantFields = Omit<z.input<typeof body>, 'queueId'> & { queueId: number | null };

/** The parts of the dialog, with their fields. */
export const SECTION_FIELDS = {
  general: ['name', 'queueId', 'queueIds'],
  instructions: ['prompt', 'disclosure'],
  knowledge: ['knowledge'],
  model: ['baseUrl', 'model', 'apiKey', 'maxTokens', 'temperature', 'maxMessages', 'monthlyTokens'],
  voice: ['transcriptionModel', 'voice', 'voiceKey', 'voiceRegion'],
} as const satisfies Record<string, readonly (keyof Input)[]>;
export type Section = keyof typeof SECTION_FIELDS;
export const SECTIONS = [
  'general',
  'instructions',
  'knowledge',
  'model',
  'voice',
] as const satisfies Section[];

/** The server decides which addresses may be called; in development it allows http, too. */
const mayCall = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** A number that may not be left empty, although the API has a default for it. */
const stated = <S extends z.ZodType<number>>(schema: S) =>
  z
    .unknown()
    .superRefine((value, { addIssue }) => {
      if (value === null) addIssue({ code: 'custom', params: { kind: 'missing' } });
    })
    .pipe(schema);

/**
 * Returns the schema of the dialog's fields, with every rule of an assistant at its field.
 * @param before the stored assistant, null for a new one; an empty field keeps its stored key
 */
export const assistantFormSchema = (
  t: TFunction<'assistants'>,
  before: AssistantView | null,
): z.ZodType<Input, AssistantFields> => {
  const { maxTokens, temperature, maxMessages } = body.shape;
  return body
    .extend({
      maxTokens: stated(maxTokens),
      temperature: stated(temperature),
      maxMessages: stated(maxMessages),
      queueId: idSchema
        .nullable()
        .superRefine((id, { addIssue }) => {
          if (id === null) addIssue({ code: 'custom', message: t('problem.queue') });
        })
        .transform((id) => id ?? 0),
    })
    .superRefine((input, context) => {
      for (const { field, problem } of assistantProblems(input, { mayCall, before: before ?? undefined }))
        context.addIssue({
          code: 'custom',
          path: [field],
          ...(input[field] === '' ? { params: { kind: 'missing' } } : { message: t(`problem.${problem}`) }),
        });
    });
};

/** Returns the initial values of the fields. A queue that was deleted is no value. */
export const valuesOf = (assistant: AssistantView | null): AssistantFields => {
  if (assistant === null) {
    const defaults = body.omit({ name: true, prompt: true, queueId: true }).parse({});
    return { ...defaults, name: '', prompt: '', queueId: null };
  }
  return { ...body.strip().parse(assistant), queueId: assistant.queue?.id ?? null };
};

/**
 * Returns a request's body without deleted queues, which the dialog cannot show.
 * @param queues undefined while they are not loaded
 */
export const withExistingQueues = (input: Input, queues: readonly { id: number }[] | undefined): Input => ({
  ...input,
  queueIds: input.queueIds.filter((id) => queues === undefined || queues.some((queue) => queue.id === id)),
});

const PROBLEMS = ['errorAddress', 'errorRequired'] as const satisfies readonly AssistantProblemKey[];

/** Returns an error of the server with its rules' names replaced by texts in the user's language. */
export const inWords = (error: unknown, t: TFunction<'assistants'>): unknown => {
  const details = fieldProblems(error).map(({ path, message }) => {
    const known = PROBLEMS.find((problem) => problem === message);
    return { path, message: known === undefined ? message : t(`problem.${known}`) };
  });
  if (!(error instanceof ApiError) || details.length === 0) return error;
  return new ApiError({ code: error.code, status: error.status, details, cause: error });
};
