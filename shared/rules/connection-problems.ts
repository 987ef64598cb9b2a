import type { connectionRoutes } from '../contracts/connections.ts';
import type { BodyOf } from '../contracts/route.ts';
import type { Connection } from '../entities/connection.ts';
import { shownProxy } from './proxy-url.ts';

export type ConnectionInput = BodyOf<typeof connectionRoutes.update>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum age of messages that can be imported. */
export const IMPORT_WINDOW_MS = 2 * 366 * DAY_MS;
/** Maximum time since the begin of a newly entered vacation. */
export const VACATION_PAST_MS = 10 * DAY_MS;

/** The problems of a connection that are not problems of a single field's format; each has a text in every language. */
export type ConnectionProblemKey =
  | 'errorRatingMessage'
  | 'errorExpiresNPS'
  | 'errorSendQueue'
  | 'errorInactiveExpiry'
  | 'errorGreeting'
  | 'errorImportQueue'
  | 'errorImportTooOld'
  | 'errorImportOrder'
  | 'errorFuture'
  | 'errorVacationDate'
  | 'errorVacationTooOld'
  | 'errorVacationOrder'
  | 'errorProxy'
  | 'errorNotFound';

export interface ConnectionProblem {
  field: keyof ConnectionInput;
  problem: ConnectionProblemKey;
}

/** The fields of the previous connection that matter: dates that were valid when saved may now be in the past. */
export type ConnectionBefore = Pick<
  Connection,
  'importOldMessages' | 'importRecentMessages' | 'collectiveVacationStart' | 'collectiveVacationEnd'
>;

interface World {
  /** Whether the company asks for ratings (NPS). */
  userRating: boolean;
  nowMs: number;
  /** The previous connection; undefined for a new one. */
  before: ConnectionBefore | undefined;
}

const isBlank = (text: string): boolean => text.trim() === '';

const ratingProblems = (input: ConnectionInput, { userRating }: World): ConnectionProblem[] => [
  ...(userRating && isBlank(input.ratingMessage)
    ? [{ field: 'ratingMessage', problem: 'errorRatingMessage' } as const]
    : []),
  ...(userRating && input.expiresTicketNPS === 0
    ? [{ field: 'expiresTicketNPS', problem: 'errorExpiresNPS' } as const]
    : []),
];

const timeProblems = (input: ConnectionInput): ConnectionProblem[] => [
  ...(input.timeSendQueue > 0 && input.sendIdQueue === null
    ? [{ field: 'sendIdQueue', problem: 'errorSendQueue' } as const]
    : []),
  ...(input.timeSendQueue === 0 && input.sendIdQueue !== null
    ? [{ field: 'timeSendQueue', problem: 'errorSendQueue' } as const]
    : []),
  ...(input.timeInactiveMessage > 0 && input.expiresTicket === 0
    ? [{ field: 'expiresTicket', problem: 'errorInactiveExpiry' } as const]
    : []),
];

const importProblems = (input: ConnectionInput, { nowMs, before }: World): ConnectionProblem[] => {
  if (!input.enableImportMessage) return [];
  const problems: ConnectionProblem[] = [];
  if (input.queueIdImportMessages === null)
    problems.push({ field: 'queueIdImportMessages', problem: 'errorImportQueue' });
  const { importOldMessages: from, importRecentMessages: to } = input;
  if (from !== null && from !== before?.importOldMessages) {
    const fromMs = Date.parse(from);
    if (fromMs < nowMs - IMPORT_WINDOW_MS)
      problems.push({ field: 'importOldMessages', problem: 'errorImportTooOld' });
    if (fromMs > nowMs) problems.push({ field: 'importOldMessages', problem: 'errorFuture' });
  }
  if (to !== null && to !== before?.importRecentMessages && Date.parse(to) > nowMs)
    problems.push({ field: 'importRecentMessages', problem: 'errorFuture' });
  if (from !== null && to !== null && Date.parse(to) < Date.parse(from))
    problems.push({ field: 'importRecentMessages', problem: 'errorImportOrder' });
  return problems;
};

const VACATION_DATES = ['collectiveVacationStart', 'collectiveVacationEnd'] as const;

const vacationProblems = (input: ConnectionInput, { nowMs, before }: World): ConnectionProblem[] => {
  const problems: ConnectionProblem[] = [];
  for (const field of VACATION_DATES) {
    const date = input[field];
    if (date === null) {
      if (!isBlank(input.collectiveVacationMessage)) problems.push({ field, problem: 'errorVacationDate' });
    } else if (date !== before?.[field] && Date.parse(date) < nowMs - VACATION_PAST_MS)
      problems.push({ field, problem: 'errorVacationTooOld' });
  }
  const { collectiveVacationStart: start, collectiveVacationEnd: end } = input;
  if (start !== null && end !== null && Date.parse(end) < Date.parse(start))
    problems.push({ field: 'collectiveVacationEnd', problem: 'errorVacationOrder' });
  return problems;
};

/**
 * Returns the problems of a connection beyond the formats of its fields. Dates that were valid when saved may now be
 * in the past.
 */
export const connectionProblems = (input: ConnectionInput, world: World): ConnectionProblem[] => [
  ...ratingProblems(input, world),
  ...timeProblems(input),
  ...importProblems(input, world),
  ...vacationProblems(input, world),
  ...(input.proxy !== '' && shownProxy(input.proxy) === undefined
    ? [{ field: 'proxy', problem: 'errorProxy' } as const]
    : []),
];

/** Whether a greeting is required: the menu of several queues is sent with the greeting. */
export const needsGreeting = (input: Pick<ConnectionInput, 'queueIds' | 'greetingMessage'>): boolean =>
  input.queueIds.length > 1 && isBlank(input.greetingMessage);

const IMPORTED = [
  'importOldMessages',
  'importRecentMessages',
  'importOldMessagesGroups',
  'queueIdImportMessages',
  'closedTicketsPostImported',
] as const;

/** Returns what a connection imports. */
export const importSettings = ({
  enableImportMessage,
  importOldMessages,
  importRecentMessages,
  importOldMessagesGroups,
  queueIdImportMessages,
  closedTicketsPostImported,
}: Pick<Connection, 'enableImportMessage' | (typeof IMPORTED)[number]>) => ({
  enableImportMessage,
  importOldMessages,
  importRecentMessages,
  importOldMessagesGroups,
  queueIdImportMessages,
  closedTicketsPostImported,
});

/**
 * Whether saving a connection requires a new pairing, because the provider sends old messages only when a device is
 * linked. Not if the import settings are unchanged: correcting the greeting must not end the WhatsApp session.
 */
export const resetsSession = (
  before: Pick<Connection, 'enableImportMessage' | (typeof IMPORTED)[number]>,
  input: Pick<ConnectionInput, 'enableImportMessage' | (typeof IMPORTED)[number]>,
): boolean =>
  input.enableImportMessage &&
  (!before.enableImportMessage || IMPORTED.some((field) => before[field] !== input[field]));
