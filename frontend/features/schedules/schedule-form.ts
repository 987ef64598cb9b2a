import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import {
  SCHEDULE_BODY_MAX,
  SCHEDULE_BODY_MIN,
  type ScheduleView,
  type scheduleRoutes,
} from '@prosa/shared/contracts/schedules.ts';
import type { ScheduledTemplate } from '@prosa/shared/entities/schedule.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';
import { localTime } from '../../lib/texts/local-time.ts';

export type ScheduleBody = BodyInput<typeof scheduleRoutes.create>;

const HOUR_MS = 60 * 60 * 1000;
/** Length at which the calendar shows a schedule, which has no end: two hours. */
export const SHOWN_LENGTH_S = 7200;

/** Returns the schema of the dialog's fields, with translated error messages. */
export const scheduleFormSchema = (t: TFunction<'schedules'>) => {
  const required = t('field.required');
  const count = z.int({ error: required }).min(1, required).max(1000);
  return z
    .object({
      contactId: z.int({ error: required }),
      /** Not sent with a template. */
      body: z.string().max(SCHEDULE_BODY_MAX),
      /** null for a text. */
      template: z.custom<ScheduledTemplate | null>(),
      sendAt: z.string().min(1, required),
      openTicket: z.boolean(),
      statusTicket: z.enum(['closed', 'open']),
      ticketUserId: z.int().nullable(),
      queueId: z.int().nullable(),
      intervalo: z.literal([1, 2, 3, 4]),
      valorIntervalo: z.int().min(0).max(1000).nullable(),
      enviarQuantasVezes: count,
      tipoDias: z.literal([4, 5, 6]),
      assinar: z.boolean(),
      whatsappId: z.int().nullable(),
    })
    .superRefine(({ body, template }, { addIssue }) => {
      const { length } = body.trim();
      if (template !== null || length >= SCHEDULE_BODY_MIN) return;
      const message = length === 0 ? required : t('field.bodyTooShort');
      addIssue({ code: 'custom', path: ['body'], message });
    })
    .refine(
      ({ enviarQuantasVezes, valorIntervalo }) => enviarQuantasVezes === 1 || (valorIntervalo ?? 0) > 0,
      {
        path: ['valorIntervalo'],
        error: required,
      },
    )
    .refine(
      ({ openTicket, statusTicket, queueId }) => !openTicket || statusTicket === 'closed' || queueId !== null,
      { path: ['queueId'], error: required },
    );
};
export type ScheduleFields = z.output<ReturnType<typeof scheduleFormSchema>>;

/** Returns the initial fields of a new schedule: in one hour, once, with the specification's defaults. */
export const newScheduleFields = (
  nowMs: number,
  given: Partial<Pick<ScheduleFields, 'contactId' | 'queueId' | 'ticketUserId' | 'whatsappId' | 'sendAt'>>,
): Partial<ScheduleFields> => ({
  body: '',
  template: null,
  sendAt: localTime(new Date(nowMs + HOUR_MS).toISOString()),
  openTicket: false,
  statusTicket: 'closed',
  ticketUserId: null,
  queueId: null,
  intervalo: 1,
  valorIntervalo: 0,
  enviarQuantasVezes: 1,
  tipoDias: 4,
  assinar: false,
  whatsappId: null,
  ...given,
});

const UNITS = [1, 2, 3, 4] as const;
const DAY_RULES = [4, 5, 6] as const;

/** Returns the fields of an existing schedule, for changing it. */
export const fieldsOf = (schedule: ScheduleView): ScheduleFields => ({
  contactId: schedule.contactId,
  body: schedule.template === null ? schedule.body : '',
  template: schedule.template,
  sendAt: localTime(schedule.sendAt),
  openTicket: schedule.openTicket === 'enabled',
  statusTicket: schedule.statusTicket,
  ticketUserId: schedule.ticketUserId,
  queueId: schedule.queueId,
  intervalo: UNITS.find((unit) => unit === schedule.intervalo) ?? 1,
  valorIntervalo: schedule.valorIntervalo,
  enviarQuantasVezes: schedule.enviarQuantasVezes,
  tipoDias: DAY_RULES.find((rule) => rule === schedule.tipoDias) ?? 4,
  assinar: schedule.assinar,
  whatsappId: schedule.whatsappId,
});

/** Converts the fields to the server's format. */
export const bodyOf = ({ valorIntervalo, ...fields }: ScheduleFields): ScheduleBody => ({
  ...fields,
  // A template has no other text, and no signature.
  ...(fields.template === null ? {} : { body: '', assinar: false }),
  valorIntervalo: valorIntervalo ?? 0,
});

/** Returns the request body that changes only a schedule's time. */
export const movedBody = (schedule: ScheduleView, sendAt: string): ScheduleBody => ({
  ...bodyOf(fieldsOf(schedule)),
  sendAt,
});
