/** Returns a text inside marks. Spaces at its ends go outside, because WhatsApp shows marks beside spaces as they are. */
const marked = (text: string, mark: string): string => {
  const inner = text.trim();
  if (inner === '') return text;
  const [before = '', after = ''] = text.split(inner, 2);
  return `${before}${mark}${inner}${mark}${after}`;
};

const linked = (text: string, url: string): string => (text === url ? url : `${text} (${url})`);

/** Returns a Markdown text in WhatsApp's markup: bold, italic, struck, and links as a text with the address. */
export const fromMarkdown = (markdown: string): string =>
  markdown
    .replace(/\*\*([^*\n]+)\*\*/g, (_all, text: string) => marked(text, '*'))
    .replace(/~~([^~\n]+)~~/g, (_all, text: string) => marked(text, '~'))
    .replace(/_([^_\n]+)_/g, (_all, text: string) => marked(text, '_'))
    .replace(/\[([^[\]\n]+)\]\(([^()\s]+)\)/g, (_all, text: string, url: string) => linked(text, url))
    .replace(/\\([\\`*_{}[\]()#+.!~>|-])/g, '$1')
    .trim();

const fieldsOf = (node: unknown): Record<string, unknown> =>
  typeof node === 'object' && node !== null ? { ...node } : {};
const childrenOf = ({ children }: Record<string, unknown>): unknown[] =>
  Array.isArray(children) ? children : [];

/** A deeper tree is no text of an author. */
const MAX_DEPTH = 20;

const inlineText = (node: unknown, depth: number): string => {
  const fields = fieldsOf(node);
  if (typeof fields.text === 'string') {
    const { text, bold, italic, strikethrough } = fields;
    const marks = [bold === true ? '*' : '', italic === true ? '_' : '', strikethrough === true ? '~' : ''];
    return marks.filter((mark) => mark !== '').reduce(marked, text);
  }
  if (depth >= MAX_DEPTH) return '';
  const inner = childrenOf(fields).map((child) => inlineText(child, depth + 1));
  if (fields.type === 'a' && typeof fields.url === 'string') return linked(inner.join(''), fields.url);
  // The lines of a list.
  return fields.type === 'ul' || fields.type === 'ol' ? inner.join('\n') : inner.join('');
};

/** Returns a tree of rich text in WhatsApp's markup; every element is a line. */
export const fromRichText = (elements: readonly unknown[]): string =>
  elements
    .map((element) => inlineText(element, 0))
    .join('\n')
    .trim();
