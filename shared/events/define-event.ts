import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import type { NameParams } from './event-name.ts';

/** Too large for a frame: the client fetches what it needs instead (frames are 32 kB). */
export const referenceSchema = z.object({
  action: z.literal('reference'),
  id: z.union([z.string(), idSchema]),
  version: z.int(),
});

/** An event as its row's functions see it. */
export interface Payload<Params, Data> {
  params: Params;
  data: Data;
}

/**
 * Who may hear an event. `company`: everyone; `managers`: who manages connections; `ticket`: whoever may see the ticket,
 * or watches it on the attendance panel, or did before the change; `room`: whoever may see the ticket and wants notifications, or has the conversation open
 * and may read the message there; `users`: the people that the event itself names.
 */
export type AudienceKind = 'company' | 'managers' | 'ticket' | 'room' | 'users';
type Audience<Kind extends AudienceKind, Params, Data> = Kind extends 'users'
  ? { of: (event: Payload<Params, Data>) => readonly number[] }
  : unknown;

/**
 * How an event keeps within a frame. `refer` makes the reference that goes out instead of one that is too large, and
 * undefined for shapes that never are; `bounded` says why no shape of the event ever is.
 */
export type Fit<Params, Data> =
  | { bounded: string }
  | { refer: (event: Payload<Params, Data>) => Extract<Data, { action: 'reference' }> | undefined };

/** A kind of live event, whole: name, data, audience, fit, and an example of every shape its data may have. */
export interface EventRow<Template extends string, Schema extends z.ZodType, Kind extends AudienceKind> {
  readonly name: Template;
  readonly audience: { readonly kind: Kind } & Audience<Kind, NameParams<Template>, z.output<Schema>>;
  readonly schema: Schema;
  readonly fit: Fit<NameParams<Template>, z.output<Schema>>;
  readonly examples: readonly z.output<Schema>[];
}

/** A row of the registry, checked against its own name and schema. */
export const defineEvent = <
  const Template extends string,
  Schema extends z.ZodType,
  const Kind extends AudienceKind,
>(
  row: EventRow<Template, Schema, Kind>,
): EventRow<Template, Schema, Kind> => row;
