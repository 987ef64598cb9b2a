import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import type { NameParams } from './event-name.ts';

/** Replaces an event that is too large for a frame (32 kB): the client fetches the data instead. */
export const referenceSchema = z.object({
  action: z.literal('reference'),
  id: z.union([z.string(), idSchema]),
  version: z.int(),
});

/** An event as the functions of its row get it. */
export interface Payload<Params, Data> {
  params: Params;
  data: Data;
}

/**
 * The audience of an event. `company`: everyone; `admins`: administrators; `managers`: users who manage connections; `ticket`: users who may
 * see the ticket or watch it on the attendance panel, or could before the change; `room`: users who may see the
 * ticket and want notifications, or who have the conversation open and may read the message there; `users`: the users
 * that the event itself contains.
 */
export type AudienceKind = 'company' | 'admins' | 'managers' | 'ticket' | 'room' | 'users';
type Audience<Kind extends AudienceKind, Params, Data> = Kind extends 'users'
  ? { of: (event: Payload<Params, Data>) => readonly number[] }
  : unknown;

/**
 * Rule by which an event fits into a frame. `refer` returns the reference that replaces an event that is too large, and
 * undefined for shapes that never are; `bounded` explains why no shape of the event can be too large.
 */
export type Fit<Params, Data> =
  | { bounded: string }
  | { refer: (event: Payload<Params, Data>) => Extract<Data, { action: 'reference' }> | undefined };

/** The definition of a live event: name, data, audience, fit, and an example of every shape of its data. */
export interface EventRow<Template extends string, Schema extends z.ZodType, Kind extends AudienceKind> {
  readonly name: Template;
  readonly audience: { readonly kind: Kind } & Audience<Kind, NameParams<Template>, z.output<Schema>>;
  readonly schema: Schema;
  readonly fit: Fit<NameParams<Template>, z.output<Schema>>;
  readonly examples: readonly z.output<Schema>[];
}

/** Declares an event of the registry, type-checked against its own name and schema. */
export const defineEvent = <
  const Template extends string,
  Schema extends z.ZodType,
  const Kind extends AudienceKind,
>(
  row: EventRow<Template, Schema, Kind>,
): EventRow<Template, Schema, Kind> => row;
