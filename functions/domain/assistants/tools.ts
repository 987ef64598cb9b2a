import * as z from 'zod';
import type { Question, Reply } from './question.ts';

/** The only tool of an assistant. */
const TRANSFER = 'transfer_to_person';
const argumentsSchema = z.object({ queue: z.string() });

const namesOf = ({ queues }: Pick<Question, 'queues'>): string[] => [
  ...new Set(queues.map(({ name }) => name)),
];

/** Returns the tools that the model is offered: to give the conversation to people of one of the question's queues. */
export const toolsOf = (question: Pick<Question, 'queues'>): object[] => {
  const names = namesOf(question);
  const parameters =
    names.length > 1
      ? {
          type: 'object',
          properties: { queue: { type: 'string', enum: names, description: 'The team that fits best.' } },
          required: ['queue'],
        }
      : { type: 'object', properties: {} };
  const description =
    'Gives the conversation to a person of the company: if the customer asks for one, or if you cannot help.';
  return [{ type: 'function', function: { name: TRANSFER, description, parameters } }];
};

/** A call of a tool, as the model wrote it. */
export interface ToolCall {
  name: string;
  /** The value of its arguments, whatever it is. */
  given: unknown;
}

/**
 * Returns where the call of a tool gives the conversation: to the queue that it names, if the question allows that
 * queue. Otherwise to the assistant's own, because a model that calls anything does not answer the customer.
 */
export const handOverOf = (
  { name, given }: ToolCall,
  { queues }: Pick<Question, 'queues'>,
): NonNullable<Reply['handsOver']> => {
  const parsed = name === TRANSFER ? argumentsSchema.safeParse(given) : undefined;
  const chosen = queues.find((queue) => queue.name === parsed?.data?.queue);
  return { queueId: (chosen ?? queues[0])?.id ?? null };
};
