import type { HelpView } from '@prosa/shared/contracts/helps.ts';
import type { Help } from '@prosa/shared/entities/help.ts';

/** Presents a help, for responses and events. */
export const presentHelp = ({
  id,
  title,
  description,
  video,
  createdAt,
  rowUpdatedAt,
  version,
}: Help & { version: number; rowUpdatedAt: string }): HelpView => ({
  id,
  title,
  description,
  video,
  createdAt,
  updatedAt: rowUpdatedAt,
  version,
});
