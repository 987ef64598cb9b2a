import * as z from 'zod';

/** Message in the queue `webhook-deliveries`: names the row of a delivery, which the worker reads. */
export const deliveryMessageSchema = z.strictObject({
  companyId: z.int().positive(),
  endpointId: z.int().positive(),
  deliveryId: z.string().min(1),
});
export type DeliveryMessage = z.infer<typeof deliveryMessageSchema>;
