import { withoutTail } from './without-tail.ts';

const MAX_CHARS = 150;
const EXTENSION_MAX_CHARS = 12;

/**
 * What is not seen, or turns the direction of what is: control, format and bidirectional characters, joiners, fillers,
 * halves of surrogate pairs. Pictures made of several characters lose what joins them.
 */
const UNSEEN = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Path separators, what Windows and shells forbid, and the colon of a file's second stream (`a.txt:b.html`). */
const FORBIDDEN = /[\\/:*?"<>|]+/g;
/** Windows drops dots and spaces at the end: `a.html.` is saved as `a.html`. A dot in front hides a file elsewhere. */
const withoutEdges = (name: string): string =>
  withoutTail(name.replace(/^[\s.]+/, ''), (char) => /[\s.]/.test(char));
/** Devices of Windows, whatever their extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=\.|$)/i;

const shortened = (name: string): string => {
  const points = [...name];
  if (points.length <= MAX_CHARS) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= EXTENSION_MAX_CHARS ? name.slice(dot) : '';
  return points.slice(0, MAX_CHARS - extension.length).join('') + extension;
};

/**
 * A file name to show, to judge by and to offer for saving (S-37, S-43): in one form for equal-looking text (NFKC),
 * without path, unseen characters, runs of spaces or a reserved name, of 150 characters at most. What is clean stays.
 */
export const cleanFileName = (name: string, fallback = 'file'): string => {
  const plain = name.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/gu, ' ').replace(FORBIDDEN, '_');
  const clean = withoutEdges(shortened(withoutEdges(plain).replace(RESERVED, '_$1')));
  return clean === '' ? fallback : clean;
};
