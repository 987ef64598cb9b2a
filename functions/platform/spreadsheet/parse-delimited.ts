const DELIMITERS = [';', ',', '\t', '|'] as const;
const QUOTE = '"';

/** Returns the delimiter that is most frequent in the first line, outside of quotes. */
const delimiterOf = (text: string): string => {
  const firstLine = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((mark) => ({ mark, count: firstLine.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
};

/**
 * Yields the rows of a delimited text file (RFC 4180) with any delimiter. A quoted cell may hold delimiters, line
 * breaks and doubled quotes. Cells are returned as text, unchanged.
 */
export function* parseDelimited(text: string): Generator<string[]> {
  const delimiter = delimiterOf(text);
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell = '';
    if (text[at] === QUOTE) {
      at += 1;
      for (;;) {
        const close = text.indexOf(QUOTE, at);
        cell += text.slice(at, close === -1 ? undefined : close);
        at = close === -1 ? text.length : close + 1;
        if (close === -1 || text[at] !== QUOTE) break;
        cell += QUOTE;
        at += 1;
      }
    }
    let end = at;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
    row.push(cell + text.slice(at, end));
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    yield row;
    row = [];
    if (end >= text.length) return;
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
    if (at >= text.length) return;
  }
}
