import { formatBrl } from '../rules/format-brl.ts';
import type { Button, RichContent } from './rich-content.ts';

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');
const bold = (title: string): string => (title === '' ? '' : `*${title}*`);

const numbered = (titles: readonly string[]): string =>
  titles.map((title, index) => `[ ${index + 1} ] ${title}`).join('\n');

export const mapLink = (latitude: number, longitude: number): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`;

/** Returns the value of a button; empty for a reply, which is identified by its number. */
export const buttonValue = (button: Button): string => {
  switch (button.action) {
    case 'reply':
      return '';
    case 'url':
      return button.url;
    case 'copy':
      return button.code;
    case 'call':
      return button.number;
  }
};

const buttonLines = (buttons: readonly Button[]): string[] => {
  const replies = buttons.filter(({ action }) => action === 'reply');
  return buttons.map((button) =>
    button.action === 'reply'
      ? `[ ${replies.indexOf(button) + 1} ] ${button.title}`
      : lines(button.title, buttonValue(button)),
  );
};

/** Types of Pix keys that are written together with the key; the others are recognizable from the key. */
const NAMED_KEYS: ReadonlySet<string> = new Set(['CPF', 'CNPJ']);

/** Returns a text with the same meaning as a content. Choices have numbers, so that a customer can type the number. */
export const contentText = (content: RichContent): string => {
  switch (content.kind) {
    case 'list': {
      let count = 0;
      const sections = content.sections.map(({ title, rows }) =>
        lines(
          bold(title),
          ...rows.map(({ title: row, description }) => {
            count += 1;
            return lines(`[ ${count} ] ${row}`, description);
          }),
        ),
      );
      return lines(bold(content.title), content.text, ...sections, content.footer);
    }
    case 'buttons':
      return lines(bold(content.title), content.text, ...buttonLines(content.buttons), content.footer);
    case 'pix': {
      const { title, merchantName, amountCents, keyType, pixKey } = content;
      const type = NAMED_KEYS.has(keyType) ? ` (${keyType})` : '';
      const amount = amountCents === 0 ? '' : formatBrl(amountCents);
      return lines(bold(title), merchantName, amount, `Pix${type}: ${pixKey}`);
    }
    case 'location':
      return lines(content.name, content.address, mapLink(content.latitude, content.longitude));
    case 'poll':
      return lines(bold(content.question), numbered(content.options));
    case 'template':
      return lines(bold(content.header), content.text, content.footer);
  }
};
