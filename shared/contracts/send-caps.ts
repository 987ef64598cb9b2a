import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { reachedCapSchema } from '../entities/reached-cap.ts';
import { SEND_CAP_MAX } from '../rules/send-caps.ts';
import { idParams } from './fields.ts';
import { route } from './route.ts';

/** How many messages a company sends on its current day, and may send. */
export const sendCapSchema = z.object({
  id: idSchema,
  name: z.string(),
  isTrial: z.boolean(),
  /** As set by a super administrator; null for the default. */
  dailySendCap: z.int().nullable(),
  /** What applies to the company, and to each of its connections. */
  caps: z.object({ company: z.int(), connection: z.int() }),
  sent: z.int(),
  /** Of the connections that have sent something. */
  connections: z.array(z.object({ id: idSchema, sent: z.int() })),
  /** The caps that stop messages until the day ends; `connectionId` null is the company's. */
  reached: z.array(reachedCapSchema.omit({ companyId: true })),
  /** When the company's day ends. */
  endsAt: instantSchema,
});
export type SendCapView = z.infer<typeof sendCapSchema>;

const platform = {
  permission: 'super',
  plan: null,
  tenancy: 'platform',
  expiry: 'enforced',
  rate: 'standard',
} as const;

/** Routes of the operator of the installation about the caps of sends of any company (S-69). */
export const sendCapRoutes = {
  getSendCap: route({
    id: 'sendCaps.get',
    method: 'GET',
    path: '/companies/{id}/send-cap',
    params: idParams,
    response: sendCapSchema,
    errors: ['ERR_NOT_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION'],
    ...platform,
    summary: 'How many messages a company has sent on its current day, and may send',
  }),
  setSendCap: route({
    id: 'sendCaps.set',
    method: 'PUT',
    path: '/companies/{id}/send-cap',
    params: idParams,
    body: z.object({ dailySendCap: z.int().min(1).max(SEND_CAP_MAX).nullable() }),
    response: sendCapSchema,
    errors: ['ERR_NOT_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...platform,
    summary:
      'Sets how many messages a company, and each of its connections, may send on a day; null for the default. Applies to the current day at once',
  }),
} as const;
