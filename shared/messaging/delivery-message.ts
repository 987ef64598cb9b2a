import * as z from 'zod';

/** Message in the queue `webhook-deliveries`: names the row of a delivery, which the worker reads. */
export const deliveryMessageSchema = z.strictObject({
  companyId: z.int().positive(),
  endpointId: z.int().positive(),
  deliveryId: z.string().min(1),
});
export type DeliveryMessage = z.infer<typeof deliveryMessageSchema>;

/** How often a message is received before it goes to the dead-letter queue. A failed call is not a failed message. */
export const DELIVERY_MAX_RECEIVES = 10;
