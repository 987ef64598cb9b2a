/** WhatsApp's marks around words: bold, italic, struck through, monospaced. */
const MARKS = /(^|[\s\p{P}])([*_~]|```|`)(\S(?:[^\n]*?\S)?)\2(?=$|[\s\p{P}])/gu;

/** A message on one line for lists: without line breaks and without the marks of its formatting. */
export const previewText = (message: string): string =>
  message.replace(MARKS, '$1$3').replace(/\s+/g, ' ').trim();
