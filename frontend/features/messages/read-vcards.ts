export interface Vcard {
  name: string;
  /** Digits only. */
  numbers: string[];
}

const plainText = (text: string): string =>
  text
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .trim();

/** Reads the names and numbers of the contacts in one or more vCards. */
export const readVcards = (text: string): Vcard[] =>
  // Unfolds long lines: a line that begins with a blank continues the previous line.
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/BEGIN:VCARD/i)
    .slice(1)
    .map((card) => {
      const numbers: string[] = [];
      let name = '';
      for (const line of card.split(/\r?\n/)) {
        const at = line.indexOf(':');
        if (at < 0) continue;
        const property = (line.slice(0, at).split(';')[0] ?? '').split('.').pop()?.toUpperCase();
        const value = plainText(line.slice(at + 1));
        if (property === 'FN') name = value;
        if (property === 'TEL')
          numbers.push((/waid=(\d+)/i.exec(line.slice(0, at))?.[1] ?? value).replace(/\D/g, ''));
      }
      return { name, numbers };
    });
