import * as z from 'zod';
import { cutText, TEXT_CHARS, textUpTo } from './cloud-fields.ts';
import type { Understood } from './incoming-content.ts';

/** Levels of answers inside answers that are read; forms of Meta have two. */
const MAX_LEVELS = 5;
/** Meta's name for the id that the business gave the form; no answer. */
const FORM_TOKEN = 'flow_token';

/** The answer to a form (a flow, or a request for an address). Its answers are JSON inside a text. */
const formSchema = z.object({
  name: textUpTo(200).catch(''),
  body: textUpTo(TEXT_CHARS).catch(''),
  response_json: z.string().catch(''),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const linesOf = (value: unknown, name: string, level: number): string[] => {
  const line = (text: string): string[] => (text === '' ? [] : [name === '' ? text : `${name}: ${text}`]);
  if (isPlain(value)) return line(String(value));
  if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return [];
  if (Array.isArray(value)) {
    return value.every(isPlain)
      ? line(value.join(', '))
      : value.flatMap((entry) => linesOf(entry, name, level + 1));
  }
  return Object.entries(value).flatMap(([key, entry]) =>
    key === FORM_TOKEN ? [] : linesOf(entry, key, level + 1),
  );
};

/** Reads the answer to a form: a line `name: value` for each answer, or Meta's summary if there is none. */
export const readForm = (raw: unknown): Understood | undefined => {
  const parsed = formSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { name, body, response_json } = parsed.data;
  const text = linesOf(parseJson(response_json), '', 0).join('\n') || body;
  if (text === '') return undefined;
  return { content: { kind: 'text', text: cutText(text, TEXT_CHARS) }, about: { kind: 'form', name } };
};
