const DELIMITERS = [';', ',', '\t', '|'] as const;
const QUOTE = '"';

/** The mark that most often stands between quotes in the first line. */
const delimiterOf = (text: string): string => {
  const firstLine = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((mark) => ({ mark, count: firstLine.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
};

/**
 * The rows of a text table (RFC 4180), whichever mark stands between its cells: a quoted cell may hold marks, line breaks and
 * doubled quotes. Cells are text as they stand there.
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
