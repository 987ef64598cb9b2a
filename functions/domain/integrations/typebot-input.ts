import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import type { AskedMessage } from './adapter.ts';

const text = z.string().default('');
/** An option that is off, whatever else it holds. */
const flag = z.boolean().catch(false);
const optionSchema = z.object({ isEnabled: flag }).nullish().catch(null);
const itemSchema = z.object({
  content: text,
  title: text,
  paths: z.array(z.object({ text })).default([]),
});
/** An answer that the bot waits for. */
export const inputSchema = z.object({
  /** Remembered in the session; Typebot's own have 24 characters. */
  id: z.string().max(300),
  type: z.string(),
  items: z.array(itemSchema).default([]),
  options: z
    .object({
      isMultipleChoice: flag,
      isMultipleAllowed: flag,
      attachments: optionSchema,
      audioClip: optionSchema,
    })
    .nullish(),
});
export type Input = z.infer<typeof inputSchema>;

/** How an input takes files: as its answer, beside a text, or a voice message in place of a text. */
export const fileUseSchema = z.enum(['answer', 'attachment', 'audio']);
type FileUse = z.infer<typeof fileUseSchema>;

/** Returns how an input takes files; none if it takes only text. */
export const fileUsesOf = ({ type, options }: Input): FileUse[] => {
  if (type === 'file input') return ['answer'];
  if (type !== 'text input') return [];
  return [
    ...(options?.attachments?.isEnabled === true ? (['attachment'] as const) : []),
    ...(options?.audioClip?.isEnabled === true ? (['audio'] as const) : []),
  ];
};

/** Whether an input takes several choices or files. */
export const isMultipleInput = ({ options }: Input): boolean =>
  options?.isMultipleChoice === true || options?.isMultipleAllowed === true;

/** A message, as the chat API takes it. */
export type TypebotMessage =
  | string
  | { type: 'text'; text: string; attachedFileUrls: string[] }
  | { type: 'audio'; url: string };

/**
 * Returns messages with files, as Typebot is sent them: an input for files gets their links as its text, because its
 * field for attachments belongs to inputs for text. undefined if none has a link that the input takes.
 */
export const messageWithFiles = (
  messages: readonly AskedMessage[],
  { fileUses, isMultiple }: { fileUses: readonly FileUse[]; isMultiple: boolean },
): TypebotMessage | undefined => {
  const linked = messages.flatMap(({ type, file }) =>
    file !== null && 'url' in file ? [{ type, url: file.url }] : [],
  );
  const [first, ...others] = linked.map(({ url }) => url);
  if (first === undefined) return undefined;
  if (fileUses.includes('answer')) return isMultiple ? [first, ...others].join(', ') : first;
  const isSpoken = messages.length === 1 && linked[0]?.type === 'audio';
  if (fileUses.includes('audio') && isSpoken) return { type: 'audio', url: first };
  if (!fileUses.includes('attachment')) return undefined;
  const texts = messages.map(({ text: own, type, file }) => own || (file === null ? `[${type}]` : ''));
  return {
    type: 'text',
    text: texts.filter((each) => each !== '').join('\n'),
    attachedFileUrls: [first, ...others],
  };
};

/** The choices of an input, as Typebot recognises them; none if the customer writes freely. */
export const choicesOf = ({ type, items }: Input): string[] => {
  switch (type) {
    case 'choice input':
      return items.map(({ content }) => content).filter((content) => content !== '');
    case 'picture choice input':
      return items.map(({ title }) => title).filter((title) => title !== '');
    case 'cards':
      return items.flatMap(({ paths }) => paths.map((path) => path.text)).filter((path) => path !== '');
    default:
      return [];
  }
};

/** Returns choices as a text, with the number to type for each. */
export const numberedChoices = (choices: readonly string[]): string =>
  choices.map((choice, index) => `[ ${index + 1} ] ${choice}`).join('\n');

/** What is remembered of the input that the bot waits at. */
export interface Asked {
  choices: readonly string[];
  isMultiple: boolean;
}

const SEPARATORS = /[\s,;.]+/;

/** Returns the choice that one word or text means: itself, in any spelling, or by its number. */
const choiceOf = (word: string, choices: readonly string[]): string | undefined => {
  const exact = choices.find((choice) => choice === word);
  if (exact !== undefined) return exact;
  const normal = comparableText(word);
  const alike = normal === '' ? undefined : choices.find((choice) => comparableText(choice) === normal);
  return alike ?? (/^\d{1,3}$/.test(word) ? choices[Number(word) - 1] : undefined);
};

/**
 * Returns what Typebot is sent for an answer to choices: it accepts only their exact texts. undefined if the answer
 * means none of them.
 */
export const chosen = (answer: string, { choices, isMultiple }: Asked): string | undefined => {
  const whole = choiceOf(answer.trim(), choices);
  if (whole !== undefined || !isMultiple) return whole;
  const words = answer.split(SEPARATORS).filter((word) => word !== '');
  const found = words.map((word) => choiceOf(word, choices));
  return words.length > 0 && found.every((choice) => choice !== undefined) ? found.join(', ') : undefined;
};
