/** Returns a text as a value in a vCard (RFC 6350, section 3.4). */
export const escapedInVcard = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/([,;])/g, '\\$1');

/** Returns a contact as a vCard that phones can save. */
export const vcardOf = (contact: { name: string; number: string; email: string }): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escapedInVcard(contact.name)};;;`,
    `FN:${escapedInVcard(contact.name)}`,
    ...(contact.number === '' ? [] : [`TEL;type=CELL;waid=${contact.number}:+${contact.number}`]),
    ...(contact.email === '' ? [] : [`EMAIL:${escapedInVcard(contact.email)}`]),
    'END:VCARD',
  ].join('\n');
