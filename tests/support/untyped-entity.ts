import type { Entity } from '@prosa/functions/platform/table/define-entity.ts';
import type * as z from 'zod';

type UntypedEntity = Entity<z.ZodObject, object>;

/** Returns an entity without the types of its fields, for tests that store rows of every entity. */
export const untyped = (entity: { name: string }): UntypedEntity =>
  // Cast: the table layer parses the fields with the entity's own schema.
  entity as UntypedEntity;
