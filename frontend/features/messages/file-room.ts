import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';

/** The largest file of a kind that a channel takes. */
export interface FileRoom {
  kind: keyof ChannelAbilities['fileBytes'];
  maxBytes: number;
}

/** Returns the room for a file's kind if the file is too large for a channel; undefined if the channel takes it. */
export const exceededRoom = (
  { type, size }: Pick<File, 'type' | 'size'>,
  { fileBytes }: Pick<ChannelAbilities, 'fileBytes'>,
): FileRoom | undefined => {
  const kind = shownKindOf(type) ?? 'document';
  const maxBytes = fileBytes[kind];
  return size > maxBytes ? { kind, maxBytes } : undefined;
};
