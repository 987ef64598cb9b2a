import { withoutTail } from '@prosa/shared/rules/without-tail.ts';

/** A node of a message's text: plain data, so that nothing in it can become markup by accident (S-27). */
export type MarkupNode =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: MarkupNode[] }
  /** `code` stays within a line; `mono` may span lines. */
  | { kind: 'code' | 'mono'; text: string }
  | { kind: 'link'; href: string; text: string };

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
type Mark = keyof typeof MARKS;
const isMark = (char: string): char is Mark => Object.hasOwn(MARKS, char);

/** Matches URLs that become links; everything else stays text (S-29). */
const LINK = /(?:https?:\/\/|www\.)[^\s<>"'`\p{Cc}\p{Cf}]+|mailto:[^\s<>"']+|tel:\+?[\d().-]+/giu;
const LINK_HERE = new RegExp(LINK.source, 'iuy');
/** Characters that end a sentence rather than a URL. */
const TRAILING = new Set('.,;:!?)]}*_~');
const MAX_DEPTH = 4;

/** Returns the URL to open, or undefined when the text must not become a link. */
export const safeHref = (text: string): string | undefined => {
  const candidate = /^www\./i.test(text) ? `https://${text}` : text;
  try {
    const url = new URL(candidate);
    return SAFE_PROTOCOLS.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
};

const linkify = (text: string): MarkupNode[] => {
  const nodes: MarkupNode[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = withoutTail(match[0], (char) => TRAILING.has(char));
    const href = safeHref(shown);
    if (href === undefined) continue;
    if (match.index > from) nodes.push({ kind: 'text', text: text.slice(from, match.index) });
    nodes.push({ kind: 'link', href, text: shown });
    from = match.index + shown.length;
  }
  if (from < text.length) nodes.push({ kind: 'text', text: text.slice(from) });
  return nodes;
};

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/**
 * Returns a function that finds the closing mark for an opening mark on the same line. As in WhatsApp, marks surround
 * words and do not work inside them. Whether a mark closes does not depend on which opening mark it closes, so each
 * closing mark is searched only once, regardless of the number of opening marks (S-34).
 */
const closingMarks = (text: string) => {
  const known = new Map<Mark, { from: number; until: number; at: number | undefined }>();
  return (start: number, mark: Mark): number | undefined => {
    if (isWordChar(text[start - 1]) || /\s/.test(text[start + 1] ?? ' ')) return undefined;
    const from = start + 2;
    const last = known.get(mark);
    if (last !== undefined && last.from <= from && from <= last.until) return last.at;
    let at = from;
    while (at < text.length && text[at] !== '\n') {
      if (text[at] === mark && !/\s/.test(text[at - 1] ?? ' ') && !isWordChar(text[at + 1])) break;
      at++;
    }
    const found = text[at] === mark ? at : undefined;
    known.set(mark, { from, until: at, at: found });
    return found;
  };
};

/**
 * Returns the end of the inline code that begins at `start`; undefined when it does not close on its line or is
 * empty.
 */
const closingTick = (text: string, start: number): number | undefined => {
  const end = text.indexOf('`', start + 1);
  if (end < 0) return undefined;
  const code = text.slice(start + 1, end);
  return code.trim() === '' || code.includes('\n') ? undefined : end;
};

const linkAt = (text: string, index: number): number | undefined => {
  LINK_HERE.lastIndex = index;
  return LINK_HERE.test(text) ? LINK_HERE.lastIndex : undefined;
};

const parse = (text: string, depth: number): MarkupNode[] => {
  const nodes: MarkupNode[] = [];
  const closingMark = closingMarks(text);
  let plainFrom = 0;
  const flush = (until: number) => {
    if (until > plainFrom) nodes.push(...linkify(text.slice(plainFrom, until)));
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    // Formatting marks inside a URL belong to the URL.
    const linkEnd =
      char === 'h' || char === 'H' || char === 'w' || char === 'W' ? linkAt(text, i) : undefined;
    if (linkEnd !== undefined) {
      i = linkEnd - 1;
      continue;
    }
    if (text.startsWith('```', i)) {
      const end = text.indexOf('```', i + 3);
      if (end > i + 3) {
        flush(i);
        nodes.push({ kind: 'mono', text: text.slice(i + 3, end) });
        i = end + 2;
        plainFrom = i + 1;
      }
      continue;
    }
    if (char === '`') {
      const end = closingTick(text, i);
      if (end === undefined) continue;
      flush(i);
      nodes.push({ kind: 'code', text: text.slice(i + 1, end) });
      i = end;
      plainFrom = end + 1;
      continue;
    }
    if (!isMark(char) || depth >= MAX_DEPTH) continue;
    const end = closingMark(i, char);
    if (end === undefined) continue;
    flush(i);
    nodes.push({ kind: MARKS[char], children: parse(text.slice(i + 1, end), depth + 1) });
    i = end;
    plainFrom = end + 1;
  }
  flush(text.length);
  return nodes;
};

/**
 * Parses WhatsApp's formatting (`*bold*`, `_italic_`, `~strike~`, `` `code` ``, ```` ```mono``` ````) and safe links.
 */
export const parseMarkup = (text: string): MarkupNode[] => parse(text, 0);
