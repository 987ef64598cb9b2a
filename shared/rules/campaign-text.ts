/** A receiver, as far as texts name it. */
export interface NamedReceiver {
  name: string;
  number: string;
  email: string;
}

const PLACEHOLDER = /\{(\w{1,30})\}/g;

/**
 * Fills the placeholders of a campaign's text. Values are inserted as they are, and placeholders in them are not filled.
 * An unknown placeholder stays. The preview and what is sent use this function, so they are equal.
 * @param own placeholders of the company, by their key
 */
export const fillCampaignText = (
  text: string,
  { name, number, email }: NamedReceiver,
  own: ReadonlyMap<string, string>,
): string => {
  const values = new Map([...own, ['nome', name], ['email', email], ['numero', number]]);
  return text.replace(PLACEHOLDER, (placeholder, key: string) => values.get(key) ?? placeholder);
};
