import * as z from 'zod';
import { apiUsageSchema } from '../entities/api-usage.ts';
import { route } from './route.ts';

export const apiUsageViewSchema = apiUsageSchema.omit({ companyId: true, shard: true });
export type ApiUsageView = z.infer<typeof apiUsageViewSchema>;

/** Routes about the company's use of the external API; served with the company's own. */
export const apiUsageRoutes = {
  list: route({
    id: 'apiUsage.list',
    method: 'GET',
    path: '/api-usage',
    query: z.strictObject({
      /** YYYY-MM; the current month of the company's time zone if absent. */
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .optional(),
    }),
    response: z.object({
      month: z.string(),
      /** Days with calls, the newest first. */
      days: z.array(apiUsageViewSchema),
      total: apiUsageViewSchema.omit({ day: true }),
    }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_PLAN_FEATURE'],
    permission: 'connections:manage',
    plan: 'useExternalApi',
    tenancy: 'company',
    expiry: 'enforced',
    rate: 'standard',
    summary: 'Calls of the external API in a month, by day and kind of message',
  }),
} as const;
