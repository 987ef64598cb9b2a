import {
  platformSettingsSchema,
  type PlatformSettings as Settings,
} from '@prosa/shared/entities/settings.ts';
import { PlatformSettings } from './table/entities/companies.ts';
import { globalTable } from './table/table.ts';

const CACHE_MS = 60_000;

let held: { at: number; value: Promise<Settings> } | undefined;

/** Returns the installation's settings, at most a minute old. */
export const platformSettings = (): Promise<Settings> => {
  const now = Date.now();
  if (held !== undefined && now - held.at < CACHE_MS) return held.value;
  const value = globalTable
    .get(PlatformSettings, undefined)
    .then((row) => row ?? platformSettingsSchema.parse({}));
  held = { at: now, value };
  value.catch(() => {
    held = undefined;
  });
  return value;
};
