import * as z from 'zod';
import { idSchema, weekdaySchema } from '../entities/common.ts';
import { queueRefSchema } from '../entities/queue.ts';
import { tagRefSchema } from '../entities/tag.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import { MOMENTS_MAX } from '../rules/list-sizes.ts';
import { booleanQuery, idInput, listInput } from './fields.ts';
import { route } from './route.ts';
import { ticketViewSchema } from './tickets.ts';

/**
 * The most days that a period can count back from today: ten years, longer than any company has used the product. The
 * first day stays after `YEAR_MIN`.
 */
const DAYS_MAX = 3_660;
/**
 * Maximum days of a period that is compared with the period before. A year is not compared, because that would read two
 * years.
 */
export const COMPARED_DAYS_MAX = 92;
/** Maximum days of a period whose attendances are shown by weekday and hour: each day is a row. */
export const HEATMAP_DAYS_MAX = 92;
/** Maximum of tags shown, because the name of each is read. */
export const TAGS_SHOWN_MAX = 20;
const YEAR_MIN = 1970;
const YEAR_MAX = 2199;

/** A day in the company's calendar, `2026-11-21`. */
const dayInput = z.iso
  .date()
  .refine((day) => YEAR_MIN <= Number(day.slice(0, 4)) && Number(day.slice(0, 4)) <= YEAR_MAX, {
    message: `between ${YEAR_MIN} and ${YEAR_MAX}`,
  });
/** Forms send an empty field as ''. */
const optionalDay = z.union([dayInput, z.literal('').transform(() => undefined)]).optional();
const daysInput = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
    z.literal('').transform(() => undefined),
  ])
  .pipe(z.int().min(1).max(DAYS_MAX).optional())
  .optional();

const inOrder = { path: ['date_to'], message: 'before date_from' };
const minutes = z.int().nonnegative().describe('Average minutes; 0 where there is nothing to average');
const percent = z.number().min(0).max(100).describe('Percent, to a hundredth');

const countersSchema = z.object({
  supportHappening: z.int().describe('Tickets in attendance now, whatever the period'),
  supportPending: z.int().describe('Tickets that wait now'),
  supportGroups: z.int().describe('Groups in attendance now'),
  supportFinished: z.int().describe('Stretches of attendance that began in the period and ended'),
  leads: z.int().describe('Contacts whose first ticket was made in the period'),
  avgSupportTime: minutes,
  avgWaitTime: minutes,
  avgFirstResponseTime: minutes.describe('Average minutes until an attendant first wrote'),
  avgResolutionTime: minutes.describe('Average minutes from beginning to end, of those that ended'),
  reopened: z.int().describe('Stretches of attendance that began on a ticket that had one before'),
  reopenRate: percent.describe('Reopened ones of all that began'),
  tickets: z.int().describe('As supportFinished'),
  waitRating: z.int().describe('Of these, those without a rating'),
  withoutRating: z.int().describe('Of these, those whose customer chose to give none'),
  withRating: z.int(),
  percRating: percent.describe('Rated ones of all attendances of the period'),
  npsScore: z.number().min(-100).max(100).describe('Promoters less detractors, in percent of the ratings'),
  npsPromotersPerc: percent,
  npsPassivePerc: percent,
  npsDetractorsPerc: percent,
});
export type DashboardCounters = z.infer<typeof countersSchema>;

/** The figures of a part of the company's attendances: those of a queue, a connection, a tag or an attendant. */
const groupFiguresSchema = z.object({
  tickets: z.int().describe('Attendances that began'),
  finished: z.int().describe('How many of these ended'),
  avgWaitTime: minutes,
  avgFirstResponseTime: minutes,
  avgResolutionTime: minutes,
  reopened: z.int(),
  reopenRate: percent,
});
export type GroupFigures = z.infer<typeof groupFiguresSchema>;

const attendantSchema = groupFiguresSchema.extend({
  id: idSchema,
  name: z.string(),
  online: z.boolean(),
  avgSupportTime: minutes,
  rating: z.number().min(0).max(10).nullable().describe('Average, to a hundredth; null without ratings'),
  countRating: z.int(),
});
export type DashboardAttendant = z.infer<typeof attendantSchema>;

const queueFiguresSchema = groupFiguresSchema.extend({
  queue: queueRefSchema.nullable().describe('null for attendances without queue'),
});
export type DashboardQueue = z.infer<typeof queueFiguresSchema>;

const connectionFiguresSchema = groupFiguresSchema.extend({
  connection: z
    .object({ id: idSchema, name: z.string() })
    .nullable()
    .describe('null for attendances without connection'),
});
export type DashboardConnection = z.infer<typeof connectionFiguresSchema>;

const tagFiguresSchema = groupFiguresSchema.extend({ tag: tagRefSchema });
export type DashboardTag = z.infer<typeof tagFiguresSchema>;

const heatmapSchema = z.array(
  z.object({
    weekday: weekdaySchema,
    hours: z.array(z.int()).length(24).describe('Attendances that began in each hour of the company'),
  }),
);
export type Heatmap = z.infer<typeof heatmapSchema>;

const chartQuery = z
  .strictObject({ initialDate: dayInput, finalDate: dayInput, companyId: idInput.optional() })
  .refine(({ initialDate, finalDate }) => initialDate <= finalDate, {
    path: ['finalDate'],
    message: 'before initialDate',
  });

const dashboard = {
  permission: 'dashboard:view',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const dashboardRoutes = {
  get: route({
    id: 'dashboard.get',
    method: 'GET',
    path: '/dashboard',
    query: z
      .strictObject({
        days: daysInput,
        date_from: optionalDay,
        date_to: optionalDay,
        compare: booleanQuery.default(false),
        details: booleanQuery.default(false),
      })
      .refine(
        ({ date_from: from, date_to: to }) => from === undefined || to === undefined || from <= to,
        inOrder,
      )
      .describe('The last days, or days of the calendar, both included; all there are where nothing is said'),
    response: z.object({
      counters: countersSchema,
      attendants: z.array(attendantSchema),
      queues: z.array(queueFiguresSchema),
      connections: z.array(connectionFiguresSchema),
      tags: z
        .array(tagFiguresSchema)
        .describe(
          `With details, the attendances that ended, by the contact's tags at that time; the ${TAGS_SHOWN_MAX} tags with the most`,
        ),
      heatmap: heatmapSchema
        .nullable()
        .describe(`With details, Monday first, if the period has ${HEATMAP_DAYS_MAX} days at most`),
      previous: z
        .object({ first: z.iso.date(), last: z.iso.date(), counters: countersSchema })
        .nullable()
        .describe(`With compare, the period before, if the period has ${COMPARED_DAYS_MAX} days at most`),
    }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...dashboard,
    summary: 'What became of the tickets of a period, of the company and of each attendant',
  }),
  ticketsUsers: route({
    id: 'dashboard.ticketsUsers',
    method: 'GET',
    path: '/dashboard/ticketsUsers',
    query: chartQuery,
    response: z.object({ data: z.array(z.object({ nome: z.string(), quantidade: z.int() })) }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...dashboard,
    summary: 'Tickets of each attendant by the day they began, the most first',
  }),
  ticketsDay: route({
    id: 'dashboard.ticketsDay',
    method: 'GET',
    path: '/dashboard/ticketsDay',
    query: chartQuery,
    response: z.object({
      count: z.int(),
      data: z.array(
        z.union([
          z.object({ horario: z.string().regex(/^\d\d$/), total: z.int() }),
          z.object({ data: z.string().regex(/^\d\d\/\d\d\/\d{4}$/), total: z.int() }),
        ]),
      ),
    }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...dashboard,
    summary: 'Tickets by the day they began, those of a single day by the hour',
  }),
  moments: route({
    id: 'dashboard.moments',
    method: 'GET',
    path: '/dashboard/moments',
    query: z
      .strictObject({
        status: ticketStatusSchema.optional(),
        showAll: booleanQuery.default(false),
        queueIds: listInput(idInput).optional(),
        dateStart: optionalDay,
        dateEnd: optionalDay,
        userId: idInput.optional(),
      })
      .refine(
        ({ dateStart, dateEnd }) => dateStart === undefined || dateEnd === undefined || dateStart <= dateEnd,
        {
          path: ['dateEnd'],
          message: 'before dateStart',
        },
      )
      .describe('Tickets made on these days, the last 30 where none are told; of every status where none is'),
    response: z.object({ tickets: z.array(ticketViewSchema), count: z.int() }),
    errors: ['ERR_VALIDATION'],
    permission: 'authenticated',
    plan: null,
    tenancy: 'company',
    expiry: 'enforced',
    rate: 'standard',
    summary: `Tickets of a period as they are now, the latest activity first, ${MOMENTS_MAX} at most; attendants see their own`,
  }),
} as const;
