import type { OutboundContentOf } from './session-command.ts';

/** Contents that a channel may not be able to show as what they are. */
export type RichContent = OutboundContentOf<'list' | 'buttons' | 'location' | 'poll' | 'template'>;

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const numbered = (titles: readonly string[]): string =>
  titles.map((title, index) => `[ ${index + 1} ] ${title}`).join('\n');

export const mapLink = (latitude: number, longitude: number): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`;

/** A content as a text that says the same: choices by number, so that the number can be typed in answer. */
export const contentText = (content: RichContent): string => {
  switch (content.kind) {
    case 'list': {
      let count = 0;
      const sections = content.sections.map(({ title, rows }) =>
        lines(
          title === '' ? '' : `*${title}*`,
          ...rows.map(({ title: row, description }) => {
            count += 1;
            return lines(`[ ${count} ] ${row}`, description);
          }),
        ),
      );
      return lines(
        content.title === '' ? '' : `*${content.title}*`,
        content.text,
        ...sections,
        content.footer,
      );
    }
    case 'buttons':
      return lines(content.text, numbered(content.buttons.map(({ title }) => title)), content.footer);
    case 'location':
      return lines(content.name, content.address, mapLink(content.latitude, content.longitude));
    case 'poll':
      return lines(content.question === '' ? '' : `*${content.question}*`, numbered(content.options));
    case 'template':
      return content.text;
  }
};
