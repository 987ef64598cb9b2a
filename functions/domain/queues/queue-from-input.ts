import type { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { type ChatbotOption, type Queue, queueSchema } from '@prosa/shared/entities/queue.ts';
import type { FieldProblem } from '@prosa/shared/errors.ts';

export type QueueInput = BodyOf<typeof queueRoutes.create>;
type OptionInput = QueueInput['chatbots'][number];

/** More than anybody listens to; keeps a queue far below the table's 400 kB for an item. */
export const CHATBOT_OPTIONS_MAX = 200;
const CHATBOT_TEXT_MAX = 100_000;

const flatten = (options: readonly OptionInput[], path: string): { option: OptionInput; path: string }[] =>
  options.flatMap((option, index) => [
    { option, path: `${path}.${index}` },
    ...flatten(option.options, `${path}.${index}.options`),
  ]);

/** What the queue's option tree refers to in the company. */
export interface QueueReferences {
  queues: ReadonlyMap<number, unknown>;
  users: ReadonlyMap<number, unknown>;
}

/** What is wrong with a queue beyond its fields' shapes. */
export const queueProblems = (input: QueueInput, references: QueueReferences): FieldProblem[] => {
  const all = flatten(input.chatbots, 'body.chatbots');
  const length = all.reduce((sum, { option }) => sum + option.greetingMessage.length + option.name.length, 0);
  if (all.length > CHATBOT_OPTIONS_MAX || length > CHATBOT_TEXT_MAX) {
    return [
      {
        path: 'body.chatbots',
        message: `more than ${CHATBOT_OPTIONS_MAX} options or ${CHATBOT_TEXT_MAX} characters`,
      },
    ];
  }
  // A company has no integrations and file lists, so no id can be one of its own.
  const nothingYet = (path: string, names: Record<string, number | null>): FieldProblem[] =>
    Object.entries(names)
      .filter(([, id]) => id !== null)
      .map(([name]) => ({ path: `${path}.${name}`, message: 'not found' }));
  const { integrationId, fileListId } = input;
  const options = all.flatMap(({ option, path }) => [
    ...nothingYet(path, { optIntegrationId: option.optIntegrationId, optFileId: option.optFileId }),
    ...(option.options.length > 0 && option.greetingMessage.trim() === ''
      ? [{ path: `${path}.greetingMessage`, message: 'an option with a next level needs a message' }]
      : []),
    ...(option.optQueueId !== null && !references.queues.has(option.optQueueId)
      ? [{ path: `${path}.optQueueId`, message: 'no such queue' }]
      : []),
    ...(option.optUserId !== null && !references.users.has(option.optUserId)
      ? [{ path: `${path}.optUserId`, message: 'no such user' }]
      : []),
  ]);
  return [...nothingYet('body', { integrationId, fileListId }), ...options];
};

/** Options keep the ids they have, so that a running menu still finds them; new and repeated ones get their own. */
const withIds = (options: readonly OptionInput[], used: Set<string>, makeId: () => string): ChatbotOption[] =>
  options.map((option) => {
    const id = option.id === undefined || option.id === '' || used.has(option.id) ? makeId() : option.id;
    used.add(id);
    return { ...option, id, options: withIds(option.options, used, makeId) };
  });

/** The queue that a request describes. */
export const queueFromInput = (
  input: QueueInput,
  own: { companyId: number; id: number },
  makeId: () => string,
): Queue => {
  const { ativarRoteador, tempoRoteador, chatbots, ...fields } = input;
  return queueSchema.parse({
    ...fields,
    ...own,
    rotation: ativarRoteador,
    rotationMinutes: tempoRoteador,
    chatbots: withIds(chatbots, new Set(), makeId),
  });
};
