import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { FieldProblem } from '@prosa/shared/errors.ts';

export type ConnectionInput = BodyOf<typeof connectionRoutes.update>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far back messages can be imported. */
export const IMPORT_WINDOW_MS = 2 * 366 * DAY_MS;
/** How long ago a vacation that is being entered may have begun. */
export const VACATION_PAST_MS = 10 * DAY_MS;

interface World {
  /** Whether the company asks for ratings (NPS). */
  userRating: boolean;
  nowMs: number;
  /** Where the company's files are: `t/<company>/`. */
  filePrefix: string;
  /** The connection as it was; undefined for a new one. */
  before: Connection | undefined;
}

const problem = (field: keyof ConnectionInput, message: string): FieldProblem => ({
  path: `body.${field}`,
  message,
});

const ratingProblems = (input: ConnectionInput, { userRating }: World): FieldProblem[] => [
  ...(userRating && input.ratingMessage.trim() === ''
    ? [problem('ratingMessage', 'a rating message is required when ratings are asked for')]
    : []),
  ...(userRating && input.expiresTicketNPS === 0
    ? [problem('expiresTicketNPS', 'a rating time is required when ratings are asked for')]
    : []),
];

const timeProblems = (input: ConnectionInput): FieldProblem[] => [
  ...(input.timeSendQueue > 0 && input.sendIdQueue === null
    ? [problem('sendIdQueue', 'both the time and the queue of the redirection must be filled')]
    : []),
  ...(input.timeSendQueue === 0 && input.sendIdQueue !== null
    ? [problem('timeSendQueue', 'both the time and the queue of the redirection must be filled')]
    : []),
  ...(input.timeInactiveMessage > 0 && input.expiresTicket === 0
    ? [problem('expiresTicket', 'the notice of inactivity needs a time after which tickets close')]
    : []),
];

const importProblems = (input: ConnectionInput, { nowMs, before }: World): FieldProblem[] => {
  if (!input.enableImportMessage) return [];
  const problems: FieldProblem[] = [];
  if (input.queueIdImportMessages === null) {
    problems.push(problem('queueIdImportMessages', 'a queue for imported messages is required'));
  }
  const { importOldMessages: from, importRecentMessages: to } = input;
  if (from !== null && from !== before?.importOldMessages) {
    const fromMs = Date.parse(from);
    if (fromMs < nowMs - IMPORT_WINDOW_MS)
      problems.push(problem('importOldMessages', 'more than two years ago'));
    if (fromMs > nowMs) problems.push(problem('importOldMessages', 'in the future'));
  }
  if (to !== null && to !== before?.importRecentMessages && Date.parse(to) > nowMs) {
    problems.push(problem('importRecentMessages', 'in the future'));
  }
  if (from !== null && to !== null && Date.parse(to) < Date.parse(from)) {
    problems.push(problem('importRecentMessages', 'before the oldest message to import'));
  }
  return problems;
};

const vacationProblems = (input: ConnectionInput, { nowMs, before }: World): FieldProblem[] => {
  const { collectiveVacationStart: start, collectiveVacationEnd: end } = input;
  const problems: FieldProblem[] = [];
  if (input.collectiveVacationMessage.trim() !== '') {
    if (start === null) problems.push(problem('collectiveVacationStart', 'required with a vacation message'));
    if (end === null) problems.push(problem('collectiveVacationEnd', 'required with a vacation message'));
  }
  const isOld = (date: string | null, known: string | null | undefined): boolean =>
    date !== null && date !== known && Date.parse(date) < nowMs - VACATION_PAST_MS;
  if (isOld(start, before?.collectiveVacationStart)) {
    problems.push(problem('collectiveVacationStart', 'more than ten days ago'));
  }
  if (isOld(end, before?.collectiveVacationEnd)) {
    problems.push(problem('collectiveVacationEnd', 'more than ten days ago'));
  }
  if (start !== null && end !== null && Date.parse(end) < Date.parse(start)) {
    problems.push(problem('collectiveVacationEnd', 'before the start'));
  }
  return problems;
};

const NOTHING_YET = ['integrationId', 'promptId', 'flowIdWelcome', 'flowIdNotPhrase'] as const;

const referenceProblems = (input: ConnectionInput, { filePrefix }: World): FieldProblem[] => [
  // A key of another company's file would be sent to this company's customers.
  ...(input.greetingMediaAttachment !== '' && !input.greetingMediaAttachment.startsWith(filePrefix)
    ? [problem('greetingMediaAttachment', 'no such file')]
    : []),
  // A company has none of these, so no id can be one of its own.
  ...NOTHING_YET.filter((field) => input[field] !== null).map((field) => problem(field, 'not found')),
];

/** What is wrong with a connection beyond its fields' shapes. Dates that were accepted before may grow old. */
export const connectionProblems = (input: ConnectionInput, world: World): FieldProblem[] => [
  ...ratingProblems(input, world),
  ...timeProblems(input),
  ...importProblems(input, world),
  ...vacationProblems(input, world),
  ...referenceProblems(input, world),
];

/** With a menu of several queues, the greeting is what carries the menu. */
export const needsGreeting = (input: Pick<ConnectionInput, 'queueIds' | 'greetingMessage'>): boolean =>
  input.queueIds.length > 1 && input.greetingMessage.trim() === '';
