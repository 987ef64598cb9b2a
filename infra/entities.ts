import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Entity } from '@prosa/functions/platform/table/define-entity.ts';
import * as z from 'zod';
import { repositoryRoot } from './local/repository-root.ts';

/** An entity without the types of its fields, for tools that read or check the rows of all entities. */
export type AnyEntity = Entity<z.ZodObject, object>;

const entitySchema = z.object({ name: z.string(), schema: z.instanceof(z.ZodObject) });
const isEntity = (value: unknown): value is AnyEntity => entitySchema.safeParse(value).success;

const files = globSync('functions/platform/table/entities/*.ts', { cwd: repositoryRoot }).sort();
const modules: object[] = await Promise.all(
  files.map((file) => import(pathToFileURL(join(repositoryRoot, file)).href)),
);

/** All entities that the modules of `functions/platform/table/entities` export. */
export const ENTITIES: readonly AnyEntity[] = modules.flatMap((exported) =>
  Object.values(exported).filter(isEntity),
);
