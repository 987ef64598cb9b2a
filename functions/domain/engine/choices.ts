import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { type RichContent, ROWS_MAX } from '@prosa/shared/messaging/rich-content.ts';
import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';

type Settings = Pick<CompanySettings, 'chatBotType' | 'language'>;

/** Ways out of a level of a menu: one level up, to the first menu, and the end of the conversation. */
export const WAYS = ['back', 'main', 'leave'] as const;
export type Way = (typeof WAYS)[number];

/** One level of a menu as a customer gets it. */
export interface Level {
  /** The text above the options, with its placeholders filled. */
  text: string;
  /** Numbered from 1. */
  options: readonly string[];
  ways: readonly Way[];
}

export type Choice = { kind: 'option'; index: number } | { kind: 'way'; way: Way };

/** Accepted in every language. */
const LEAVE_WORD = 'sair';
const KEYS: Readonly<Record<Exclude<Way, 'leave'>, string>> = { back: '0', main: '#' };
/** Maximum number of options that channels show as buttons; more options are sent as text. */
const BUTTONS_MAX = 4;
const TITLE_MAX = 200;
const TEXT_MAX = 4096;

const keyOf = (way: Way, { language }: Settings): string =>
  way === 'leave' ? CUSTOMER_TEXTS[language].menu.leaveWord : KEYS[way];

/** Whether a customer typed a key. A key without letters and digits is in a text without them, as in `[ # ]`. */
const isKey = (typed: string, key: string): boolean => {
  const [words, wanted] = [comparableText(typed), comparableText(key)];
  return words === wanted && (wanted !== '' || typed.includes(key));
};

/**
 * Returns the option that a customer's words choose on a level: a number, the words of an option, or a way out;
 * undefined for anything else.
 */
export const chosen = (
  typed: string,
  { options, ways }: Pick<Level, 'options' | 'ways'>,
  settings: Settings,
): Choice | undefined => {
  const words = comparableText(typed.trim());
  const way = ways.find(
    (one) =>
      isKey(typed, keyOf(one, settings)) ||
      words === comparableText(CUSTOMER_TEXTS[settings.language].menu[one]) ||
      (one === 'leave' && words === LEAVE_WORD),
  );
  if (way !== undefined) return { kind: 'way', way };
  const named = options.findIndex((option) => words !== '' && comparableText(option.trim()) === words);
  const number = /^\d{1,4}$/.test(words) ? Number(words) : 0;
  const index = named >= 0 ? named : number - 1;
  if (index >= 0 && index < options.length) return { kind: 'option', index };
  // If ways are rows or buttons, a channel that supports neither numbers them after the options.
  const numbered = settings.chatBotType === 'text' ? undefined : ways[number - 1 - options.length];
  return number > options.length && numbered !== undefined ? { kind: 'way', way: numbered } : undefined;
};

/** Returns a level as text, with its options by number and its ways by key. */
export const levelText = (level: Level, settings: Settings): string => {
  const { menu } = CUSTOMER_TEXTS[settings.language];
  const lines = [
    ...level.options.map((option, index) => `[ ${index + 1} ] ${option}`),
    ...level.ways.map((way) => `[ ${keyOf(way, settings)} ] ${menu[way]}`),
  ];
  return [level.text, lines.join('\n')].filter((part) => part !== '').join('\n\n');
};

/**
 * Returns a level as message content, in the form that the company chose (`chatBotType`); as text if the level does
 * not fit that form.
 */
export const levelContent = (
  level: Level,
  settings: Settings,
): { text: string; content?: RichContent | undefined } => {
  const { button, menu } = CUSTOMER_TEXTS[settings.language];
  const text = level.text.trim() === '' ? button.list.text : level.text;
  const choices = [
    ...level.options.map((title, index) => ({ id: String(index + 1), title: title.slice(0, TITLE_MAX) })),
    ...level.ways.map((way) => ({ id: keyOf(way, settings), title: menu[way] })),
  ];
  const plain = { text: levelText(level, settings) };
  if (text.length > TEXT_MAX || choices.length > ROWS_MAX) return plain;
  switch (settings.chatBotType) {
    case 'text':
      return plain;
    case 'list':
      return {
        text,
        content: {
          kind: 'list',
          title: '',
          text,
          footer: '',
          button: button.list.title,
          sections: [{ title: '', rows: choices.map((row) => ({ ...row, description: '' })) }],
        },
      };
    case 'button':
      return level.options.length > BUTTONS_MAX
        ? plain
        : {
            text,
            content: {
              kind: 'buttons',
              title: '',
              text,
              footer: '',
              buttons: choices.map((choice) => ({ ...choice, action: 'reply' as const })),
            },
          };
  }
};
