import * as z from 'zod';
import { PLAN_FLAGS } from '../permissions.ts';
import { holidaySchema, idSchema, instantSchema, scheduleEntrySchema } from './common.ts';

export const planSchema = z.object({
  id: idSchema,
  name: z.string(),
  users: z.int().nonnegative(),
  connections: z.int().nonnegative(),
  queues: z.int().nonnegative(),
  /** BRL cents. */
  amountCents: z.int().nonnegative().default(0),
  isPublic: z.boolean().default(true),
  trialDays: z.int().nonnegative().default(7),
  flags: z.record(z.enum(PLAN_FLAGS), z.boolean()),
});
export type Plan = z.infer<typeof planSchema>;

/** Id of the platform's own company, which never expires. */
export const PLATFORM_COMPANY_ID = 1;
/** Due date of the platform's own company, regardless of the stored one. */
export const NEVER_DUE = '2999-12-31';

export const companySchema = z.object({
  companyId: idSchema,
  name: z.string(),
  email: z.string().default(''),
  phone: z.string().default(''),
  document: z.string().default(''),
  planId: idSchema,
  active: z.boolean().default(true),
  /** The last paid day, in `timeZone`. */
  dueDate: z.iso.date(),
  recurrence: z.enum(['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']).default('MENSAL'),
  paymentMethod: z.string().default(''),
  lastLogin: instantSchema.nullable().default(null),
  addressStreet: z.string().default(''),
  addressState: z.string().default(''),
  addressCity: z.string().default(''),
  /** IANA zone of the hours. */
  timeZone: z.string().default('America/Sao_Paulo'),
  schedules: z.array(scheduleEntrySchema).default([]),
  /** Days without shifts, regardless of the weekly hours. */
  holidays: z.array(holidaySchema).default([]),
  /**
   * Messages that the company sends at most on one of its days, as set by the operator of the installation; null for
   * the default (`send-caps.ts`).
   */
  dailySendCap: z.int().positive().nullable().default(null),
});
export type Company = z.infer<typeof companySchema>;

/** Returns the end of a company's subscription. */
export const dueDateOf = ({ companyId, dueDate }: Pick<Company, 'companyId' | 'dueDate'>): string =>
  companyId === PLATFORM_COMPANY_ID ? NEVER_DUE : dueDate;
