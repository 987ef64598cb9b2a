import { AsyncLocalStorage } from 'node:async_hooks';
import * as z from 'zod';
import { shortenText } from './shorten.ts';

type Scalar = string | number | boolean | null | undefined;
/**
 * Fields of a log line: ids, sizes, codes and durations. Never names, numbers, texts, tokens or bodies, because nothing
 * is redacted later.
 */
export type LogFields = Record<string, Scalar>;

const store = new AsyncLocalStorage<LogFields>();

/** Runs `work` and adds the fields to every log line written in it. */
export const withLogFields = <T>(fields: LogFields, work: () => T): T =>
  store.run({ ...store.getStore(), ...fields }, work);

type Level = 'debug' | 'info' | 'warn' | 'error';
const RANK: Record<Level, number> = { debug: 10, info: 20, warn: 30, error: 40 };
const threshold = (): number => RANK[isLevel(process.env.LOG_LEVEL) ? process.env.LOG_LEVEL : 'info'];
const isLevel = (value: string | undefined): value is Level =>
  value !== undefined && Object.hasOwn(RANK, value);

/** Maximum length of a value in a log line, because an error's message may repeat input. */
const VALUE_MAX = 2_000;
const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

const write = (level: Level, message: string, fields: LogFields): void => {
  if (RANK[level] < threshold()) return;
  const line = { level, at: new Date().toISOString(), message, ...store.getStore(), ...fields };
  const text = JSON.stringify(line, (_key, value: unknown) =>
    typeof value === 'string' ? shortenText(value, VALUE_MAX).replace(LINE_BREAKS, ' ') : value,
  );
  process.stdout.write(`${text}\n`);
};

const STACK_LINES = 5;

const ISSUES_MAX = 20;

/**
 * Describes where and how a value violates its schema, without the value itself, and with unknown field names
 * shortened.
 */
export const describeIssues = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  issues
    .slice(0, ISSUES_MAX)
    .map(({ path, code }) => `${shortenText(path.join('.'))}: ${code}`)
    .join('; ');

/**
 * Returns a message that is safe to log: parsers quote the text they could not read, and schemas name unexpected
 * fields.
 */
const messageOf = (error: Error): string | undefined => {
  if (error instanceof z.ZodError) return describeIssues(error);
  return error instanceof SyntaxError ? undefined : error.message;
};

/** Returns name, message and stack of an unknown error, without its data. */
export const errorFields = (error: unknown): LogFields =>
  error instanceof Error
    ? {
        error: error.name,
        errorMessage: messageOf(error),
        // Without the first line, which repeats the message.
        stack: error.stack
          ?.split('\n')
          .map((line) => line.trim())
          .filter((line) => line.startsWith('at '))
          .slice(0, STACK_LINES)
          .join(' | '),
      }
    : { error: typeof error };

/** Writes log lines, one JSON object a line. */
export const log = {
  debug: (message: string, fields: LogFields = {}) => write('debug', message, fields),
  info: (message: string, fields: LogFields = {}) => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}) => write('warn', message, fields),
  error: (message: string, fields: LogFields = {}) => write('error', message, fields),
};
