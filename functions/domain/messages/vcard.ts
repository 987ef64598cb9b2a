const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/\r?\n/g, '\\n')
    .replace(/([,;])/g, '\\$1');

/** Returns a contact as a vCard that phones can save. */
export const vcardOf = (contact: { name: string; number: string; email: string }): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escaped(contact.name)};;;`,
    `FN:${escaped(contact.name)}`,
    ...(contact.number === '' ? [] : [`TEL;type=CELL;waid=${contact.number}:+${contact.number}`]),
    ...(contact.email === '' ? [] : [`EMAIL:${escaped(contact.email)}`]),
    'END:VCARD',
  ].join('\n');
