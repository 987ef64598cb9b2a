import { FILE_LIST_OPTIONS_MAX } from '@prosa/shared/rules/file-list-limits.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import { mergeTurns, type Turn } from '../turns/turn.ts';
import { attachedFile } from './attached-file.ts';
import { type EngineScene, say, tell } from './scene.ts';
import { fileListOf } from './world.ts';

/**
 * Sends a file list: its text, then its files in order, each with the option's name as its caption. Sends nothing for
 * no list, a deleted one, or one without files, and leaves out files that are too large for the channel. A turn sends
 * at most {@link FILE_LIST_OPTIONS_MAX} files, because options may lead through several queues with files.
 */
export const sendFileList = (turn: Turn, fileListId: number | null, scene: EngineScene): Turn => {
  const list = fileListId === null ? undefined : fileListOf(scene, fileListId);
  const room = FILE_LIST_OPTIONS_MAX - turn.copies.length;
  const files = (list?.options ?? [])
    .flatMap(({ name, media }) => {
      if (media === null) return [];
      const attached = attachedFile(media, shownKindOf(media.mimeType) ?? 'application', scene);
      return attached === undefined ? [] : [{ name, ...attached }];
    })
    .slice(0, room);
  if (list === undefined || files.length === 0) return turn;
  const told = tell(turn, 'file-list', list.message, scene);
  return files.reduce((before, { name, file, copies }) => {
    // No channel shows a caption below a sound.
    const text = file.mediaType === 'audio' ? '' : name;
    const said = say(before, { rule: 'file-list', text, file }, scene);
    return said.messages.length === before.messages.length ? said : mergeTurns(said, { copies });
  }, told);
};
