import { withoutTail } from './without-tail.ts';

const MAX_CHARS = 150;
const EXTENSION_MAX_CHARS = 12;

/**
 * Characters that are invisible or change the writing direction: control, format and bidirectional characters,
 * joiners, fillers, halves of surrogate pairs. Emoji made of several characters lose their joiners.
 */
const UNSEEN = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/**
 * Path separators, characters that Windows and shells forbid, and the colon of a file's second stream
 * (`a.txt:b.html`).
 */
const FORBIDDEN = /[\\/:*?"<>|]+/g;
/**
 * Removes dots and spaces at both ends: Windows drops them at the end, so `a.html.` would be saved as `a.html`, and a
 * leading dot hides a file on other systems.
 */
const withoutEdges = (name: string): string =>
  withoutTail(name.replace(/^[\s.]+/, ''), (char) => /[\s.]/.test(char));
/** Windows device names, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=\.|$)/i;

const shortened = (name: string): string => {
  const points = [...name];
  if (points.length <= MAX_CHARS) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= EXTENSION_MAX_CHARS ? name.slice(dot) : '';
  return points.slice(0, MAX_CHARS - extension.length).join('') + extension;
};

/**
 * Returns a file name for showing, checking and saving (S-37, S-43): equal-looking names become equal (NFKC), without
 * path, invisible characters, repeated spaces or a reserved name, at most 150 characters long. A clean name stays
 * unchanged.
 */
export const cleanFileName = (name: string, fallback = 'file'): string => {
  const plain = name.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/gu, ' ').replace(FORBIDDEN, '_');
  const clean = withoutEdges(shortened(withoutEdges(plain).replace(RESERVED, '_$1')));
  return clean === '' ? fallback : clean;
};
