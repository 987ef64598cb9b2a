import {
  type AssistantCorrection,
  type KnowledgeSource,
  SOURCE_TITLE_CHARS,
} from '@prosa/shared/entities/assistant-knowledge.ts';
import type { FileList } from '@prosa/shared/entities/file-list.ts';
import type { QuickMessage } from '@prosa/shared/entities/quick-message.ts';

/** A piece of the company's knowledge. */
export interface KnowledgeEntry {
  kind: KnowledgeSource['kind'];
  id: number;
  /** The question, the shortcode or the name. */
  title: string;
  /** What an answer may say. */
  text: string;
}

export const correctionEntry = ({ id, question, answer }: AssistantCorrection): KnowledgeEntry => ({
  kind: 'correction',
  id,
  title: question,
  text: answer,
});

export const quickMessageEntry = ({ id, shortcode, message }: QuickMessage): KnowledgeEntry => ({
  kind: 'quickMessage',
  id,
  title: shortcode,
  text: message,
});

/** Returns a file list as knowledge: its text, and the captions and names of its files. */
export const fileListEntry = ({ id, name, message, options }: FileList): KnowledgeEntry => ({
  kind: 'fileList',
  id,
  title: name,
  text: [message, ...options.flatMap(({ name: caption, media }) => [caption, media?.fileName ?? ''])]
    .filter((line) => line !== '')
    .join('\n'),
});

/** Returns an entry as the source of an answer. */
export const sourceOf = ({ kind, id, title }: KnowledgeEntry): KnowledgeSource => ({
  kind,
  id,
  title: title.replace(/\s+/gu, ' ').trim().slice(0, SOURCE_TITLE_CHARS).toWellFormed(),
});
