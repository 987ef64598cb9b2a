import type { OptionInput, queueRoutes } from '@prosa/shared/contracts/queues.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { type ChatbotOption, type Queue, queueSchema } from '@prosa/shared/entities/queue.ts';
import type { FieldProblem } from '@prosa/shared/errors.ts';

export type QueueInput = BodyOf<typeof queueRoutes.create>;

/** The rows of the company that the queue's option tree may refer to. */
export interface QueueReferences {
  queues: ReadonlyMap<number, unknown>;
  users: ReadonlyMap<number, unknown>;
  /** Ids of the file lists that exist, of those that the queue names. */
  fileLists: ReadonlySet<number>;
  /** Ids of the integrations that exist, of those that the queue names. */
  integrations: ReadonlySet<number>;
}

type Leading = Pick<OptionInput, 'optQueueId' | 'optUserId' | 'optIntegrationId' | 'optFileId'> & {
  options: readonly Leading[];
};

const leadingProblems = (option: Leading, path: string, references: QueueReferences): FieldProblem[] => [
  ...(option.optIntegrationId !== null && !references.integrations.has(option.optIntegrationId)
    ? [{ path: `${path}.optIntegrationId`, message: 'no such integration' }]
    : []),
  ...(option.optFileId !== null && !references.fileLists.has(option.optFileId)
    ? [{ path: `${path}.optFileId`, message: 'no such file list' }]
    : []),
  ...(option.optQueueId !== null && !references.queues.has(option.optQueueId)
    ? [{ path: `${path}.optQueueId`, message: 'no such queue' }]
    : []),
  ...(option.optUserId !== null && !references.users.has(option.optUserId)
    ? [{ path: `${path}.optUserId`, message: 'no such user' }]
    : []),
];

/** Returns a problem for each option that refers to a row that the company does not have. */
export const optionProblems = (
  options: readonly Leading[],
  path: string,
  references: QueueReferences,
): FieldProblem[] =>
  options.flatMap((option, index) => [
    ...leadingProblems(option, `${path}.${index}`, references),
    ...optionProblems(option.options, `${path}.${index}.options`, references),
  ]);

/**
 * Returns the problems of a queue that its contract cannot find: references to rows that the company does not have.
 * @param at paths of the queue's fields and of its options in the request
 */
export const queueProblems = (
  input: QueueInput,
  references: QueueReferences,
  at: { fields: string; options: string },
): FieldProblem[] => {
  const { integrationId, fileListId } = input;
  return [
    ...(integrationId !== null && !references.integrations.has(integrationId)
      ? [{ path: `${at.fields}.integrationId`, message: 'no such integration' }]
      : []),
    ...(fileListId !== null && !references.fileLists.has(fileListId)
      ? [{ path: `${at.fields}.fileListId`, message: 'no such file list' }]
      : []),
    ...optionProblems(input.chatbots, at.options, references),
  ];
};

/**
 * Gives every option an id. Options that were in the tree keep their ids, so that a running menu still finds them;
 * options with new, foreign and repeated ids get a new one.
 * @param had the ids of the previous tree; each is used once
 */
export const withIds = (
  options: readonly OptionInput[],
  had: ReadonlySet<string>,
  makeId: () => string,
): ChatbotOption[] => {
  const free = new Set(had);
  const level = (inputs: readonly OptionInput[]): ChatbotOption[] =>
    inputs.map((option) => {
      const { id = '' } = option;
      return { ...option, id: free.delete(id) ? id : makeId(), options: level(option.options) };
    });
  return level(options);
};

/** Returns the ids of all options of a tree. */
export const idsOf = (options: readonly ChatbotOption[]): Set<string> =>
  new Set(options.flatMap((option) => [option.id, ...idsOf(option.options)]));

/**
 * Returns the queue that a request describes.
 * @param own the fields that no request contains: its ids, its token, and its existing options
 */
export const queueFromInput = (
  input: QueueInput,
  own: Pick<Queue, 'companyId' | 'id' | 'token' | 'chatbots'>,
  makeId: () => string,
): Queue => {
  const { ativarRoteador, tempoRoteador, chatbots, ...fields } = input;
  const { companyId, id, token } = own;
  return queueSchema.parse({
    ...fields,
    companyId,
    id,
    token,
    rotation: ativarRoteador,
    rotationMinutes: tempoRoteador,
    chatbots: withIds(chatbots, idsOf(own.chatbots), makeId),
  });
};
