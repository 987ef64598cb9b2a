import { idSchema } from '@prosa/shared/entities/common.ts';
import * as z from 'zod';

/** A subject that is an id: a number, kept as its digits. */
const id = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number);
const text = z.string().min(1);
const noData = z.object({});

/** The state of forwarding several messages one after the other, with the next one to send. */
export const forwardStepSchema = z.object({
  id: z.string(),
  userId: idSchema,
  messageIds: z.array(z.string()).min(1),
  contactIds: z.array(idSchema).min(1),
  signMessage: z.boolean(),
  /** Position in the sequence: all messages to the first contact, then all to the second, and so on. */
  next: z.int().nonnegative(),
});

/** The kinds of timers, each with its subject and data. Each kind has a handler in the timers worker. */
const KINDS = {
  /** Subject: a campaign, which it starts at its time, or watches over. Data: the run that it was set for. */
  campaign: { subject: id, data: z.object({ run: z.int().nonnegative() }) },
  /** Subject: the removed campaign. */
  'campaign-removal': { subject: id, data: noData },
  /** Subject: a contact list. The timer checks the numbers that were not checked yet. */
  'contact-list-check': { subject: id, data: z.object({ afterId: z.int().nonnegative().optional() }) },
  /** Subject: the removed contact list. */
  'contact-list-sweep': { subject: id, data: noData },
  /** Subject: the merged contact. */
  'contact-merge': { subject: id, data: z.object({ userId: idSchema }) },
  /**
   * Subject: the file's key. Data: the message, quick message, file list or announcement that had the file, or the
   * file's name in flows, if any.
   */
  'file-removal': {
    subject: text,
    data: z.object({
      messageId: z.string().optional(),
      quickMessageId: idSchema.optional(),
      fileListId: idSchema.optional(),
      announcementId: idSchema.optional(),
      flowFile: z.string().optional(),
    }),
  },
  /** Subject: the removed flow. */
  'flow-removal': { subject: id, data: noData },
  /** Subject: a step, by the forward's id and the step's number. */
  forward: { subject: text, data: forwardStepSchema },
  /** Subject: the removed chat between users. */
  'internal-chat-removal': { subject: id, data: noData },
  /** Subject: a message. */
  'media-check': { subject: text, data: noData },
  /** Subject: a user. */
  'presence-check': { subject: id, data: noData },
  'queue-sweep': { subject: id, data: noData },
  schedule: { subject: id, data: noData },
  /** Subject: the message that a schedule sent. */
  'schedule-outcome': { subject: text, data: z.object({ scheduleId: idSchema }) },
  'tag-sweep': { subject: id, data: noData },
  'ticket-watch': { subject: id, data: noData },
  'user-sweep': { subject: id, data: noData },
  /** Subject: a delivery of a webhook, as `<endpoint>.<delivery>`. */
  'webhook-retry': { subject: text, data: z.object({ endpointId: idSchema, deliveryId: text }) },
  /** Subject: all of a company's tickets. */
  'watch-sweep': { subject: z.literal('company'), data: noData },
} as const;

export type TimerKind = keyof typeof KINDS;

type Subjects = { [K in TimerKind]: z.output<(typeof KINDS)[K]['subject']> };
type Carries = { [K in TimerKind]: z.output<(typeof KINDS)[K]['data']> };
const SCHEMAS: { [K in TimerKind]: { subject: z.ZodType<Subjects[K]>; data: z.ZodType<Carries[K]> } } = KINDS;

/** A firing timer in the form that its handler reads. */
export interface TimerOf<K extends TimerKind> {
  subject: Subjects[K];
  data: Carries[K];
  /** Identifies this setting of the timer. */
  token: string;
}

/** Makes `data` optional if none of its fields is required. */
type Carried<D> =
  D extends Record<string, never> ? { data?: never } : Partial<D> extends D ? { data?: D } : { data: D };

/** The subject of a timer. There is one timer per kind and subject. */
export type TimerKey = { [K in TimerKind]: { kind: K; subject: Subjects[K] } }[TimerKind];

type Timed<Due> = {
  [K in TimerKind]: { kind: K; subject: Subjects[K]; dueAt: Due } & Carried<Carries[K]>;
}[TimerKind];

/** A timer to set. `dueAt` is in epoch milliseconds. */
export type TimerRequest = Timed<number>;
/** A timer to set, or with `dueAt: null` one to delete. */
export type TimerChange = Timed<number> | (TimerKey & { dueAt: null });

export const isTimerKind = (name: string): name is TimerKind => Object.hasOwn(KINDS, name);

/** Parses a stored timer. @throws ZodError if it does not match its kind */
export const readTimer = <K extends TimerKind>(
  kind: K,
  { subject, data, token }: { subject: string; data: Record<string, unknown>; token: string },
): TimerOf<K> => ({
  subject: SCHEMAS[kind].subject.parse(subject),
  data: SCHEMAS[kind].data.parse(data),
  token,
});
