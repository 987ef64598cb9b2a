import { withoutTail } from './without-tail.ts';
import { isVisible, writtenText } from './written-text.ts';

const MAX_CHARS = 150;
const EXTENSION_MAX_CHARS = 12;

/** Characters that are invisible or change the writing direction. An extension has none: programs would not know it. */
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

const oneLine = (name: string): string => name.replace(/\s+/gu, ' ').replace(FORBIDDEN, '_');

/** Removes invisible characters from an extension of ASCII characters. Anything else behind a dot is a name. */
const withVisibleExtension = (name: string): string => {
  const start = name.lastIndexOf('.') + 1;
  const extension = name.slice(start).replace(UNSEEN, '');
  return start > 0 && /^[ -~]*$/.test(extension) ? name.slice(0, start) + extension : name;
};

/**
 * Returns a file name for showing and saving (S-37, S-43): as it was written, on one line, without path, repeated
 * spaces, a reserved name or invisible characters in its extension, at most 150 characters long. A clean name stays
 * unchanged.
 */
export const cleanFileName = (name: string, fallback = 'file'): string => {
  const plain = withoutEdges(withVisibleExtension(withoutEdges(oneLine(writtenText(name)))));
  const clean = withoutEdges(writtenText(shortened(plain.replace(RESERVED, '_$1'))));
  return isVisible(clean) ? clean : fallback;
};

/**
 * Returns the form of a file name in which its kind is judged (S-39), never stored: equal-looking names are equal
 * (NFKC), without invisible characters.
 */
export const judgedFileName = (name: string): string =>
  withoutEdges(oneLine(name.normalize('NFKC').replace(UNSEEN, '')));
