import { idSchema } from '@prosa/shared/entities/common.ts';
import * as z from 'zod';

/** A subject that is an id: a number, kept as its digits. */
const id = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number);
const text = z.string().min(1);
const noData = z.object({});

/** Messages that are forwarded one after the other, and which of them is next. */
export const forwardStepSchema = z.object({
  id: z.string(),
  userId: idSchema,
  messageIds: z.array(z.string()).min(1),
  contactIds: z.array(idSchema).min(1),
  signMessage: z.boolean(),
  /** Counts all messages to the first contact, then all to the second, and so on. */
  next: z.int().nonnegative(),
});

/** Everything that may happen later, with what a timer of it is about and what it carries. Each kind has a handler in the timers worker. */
const KINDS = {
  /** Of the contact that was merged. */
  'contact-merge': { subject: id, data: z.object({ userId: idSchema }) },
  /** Of a file's key; the message or quick message that had it, if any. */
  'file-removal': {
    subject: text,
    data: z.object({ messageId: z.string().optional(), quickMessageId: idSchema.optional() }),
  },
  /** Of a step: the forward's id and the step's number. */
  forward: { subject: text, data: forwardStepSchema },
  /** Of a message. */
  'media-check': { subject: text, data: noData },
  /** Of a user. */
  'presence-check': { subject: id, data: noData },
  'queue-sweep': { subject: id, data: noData },
  schedule: { subject: id, data: noData },
  /** Of the message that a schedule sent. */
  'schedule-outcome': { subject: text, data: z.object({ scheduleId: idSchema }) },
  'tag-sweep': { subject: id, data: noData },
  'ticket-watch': { subject: id, data: noData },
  'user-sweep': { subject: id, data: noData },
  /** Of all of a company's tickets. */
  'watch-sweep': { subject: z.literal('company'), data: noData },
} as const;

export type TimerKind = keyof typeof KINDS;

type Subjects = { [K in TimerKind]: z.output<(typeof KINDS)[K]['subject']> };
type Carries = { [K in TimerKind]: z.output<(typeof KINDS)[K]['data']> };
const SCHEMAS: { [K in TimerKind]: { subject: z.ZodType<Subjects[K]>; data: z.ZodType<Carries[K]> } } = KINDS;

/** A timer that fires, as its handler reads it. */
export interface TimerOf<K extends TimerKind> {
  subject: Subjects[K];
  data: Carries[K];
  /** Names this setting of the timer. */
  token: string;
}

/** Data without a field that must be there may be left out. */
type Carried<D> =
  D extends Record<string, never> ? { data?: never } : Partial<D> extends D ? { data?: D } : { data: D };

/** The subject of a timer. There is one timer per kind and subject. */
export type TimerKey = { [K in TimerKind]: { kind: K; subject: Subjects[K] } }[TimerKind];

type Timed<Due> = {
  [K in TimerKind]: { kind: K; subject: Subjects[K]; dueAt: Due } & Carried<Carries[K]>;
}[TimerKind];

/** A timer to set. `dueAt`: epoch milliseconds. */
export type TimerRequest = Timed<number>;
/** A timer to set, or with `dueAt: null` one to take back. */
export type TimerChange = Timed<number> | (TimerKey & { dueAt: null });

export const isTimerKind = (name: string): name is TimerKind => Object.hasOwn(KINDS, name);

/** Reads a stored timer. @throws ZodError for one that does not fit its kind */
export const readTimer = <K extends TimerKind>(
  kind: K,
  { subject, data, token }: { subject: string; data: Record<string, unknown>; token: string },
): TimerOf<K> => ({
  subject: SCHEMAS[kind].subject.parse(subject),
  data: SCHEMAS[kind].data.parse(data),
  token,
});
