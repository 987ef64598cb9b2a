/** A contact as the Cloud API sends it. */
export interface CloudContact {
  name: { formatted_name: string; first_name: string };
  phones?: { phone: string; wa_id?: string }[];
  emails?: { email: string }[];
}

const plainText = (text: string): string =>
  text
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .trim();

interface Property {
  /** In capitals, without a group: `item1.TEL` is `TEL`. */
  name: string;
  parameters: string;
  value: string;
}

const propertiesOf = (vcard: string): Property[] =>
  vcard
    // A line that begins with a blank continues the previous line.
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const at = line.indexOf(':');
      if (at < 0) return [];
      const [name = '', ...parameters] = line.slice(0, at).split(';');
      const value = plainText(line.slice(at + 1));
      return value === ''
        ? []
        : [{ name: name.split('.').at(-1)?.toUpperCase() ?? '', parameters: parameters.join(';'), value }];
    });

/**
 * Returns the contact in a vCard: its name, phones and e-mail addresses. A phone keeps the number at WhatsApp that
 * the vCard states (`waid`), so that the receiver can write to it.
 * @param name for a vCard without a name
 */
export const cloudContact = (vcard: string, name: string): CloudContact => {
  const properties = propertiesOf(vcard);
  const all = (wanted: string) => properties.filter((property) => property.name === wanted);
  const phones = all('TEL').map(({ value, parameters }) => {
    const waId = /waid=(\d+)/i.exec(parameters)?.[1];
    return { phone: value, ...(waId === undefined ? {} : { wa_id: waId }) };
  });
  const emails = all('EMAIL').map(({ value }) => ({ email: value }));
  const shown = all('FN')[0]?.value ?? (name.trim() || phones[0]?.phone || emails[0]?.email || '?');
  return {
    // The API requires a part of the name beside the whole.
    name: { formatted_name: shown, first_name: shown },
    ...(phones.length === 0 ? {} : { phones }),
    ...(emails.length === 0 ? {} : { emails }),
  };
};
