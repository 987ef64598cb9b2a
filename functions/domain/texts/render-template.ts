import type { Language } from '@prosa/shared/entities/user.ts';
import { CUSTOMER_TEXTS, type DayPart } from '@prosa/shared/i18n/customer-texts.ts';
import type { TemplateVariable } from '@prosa/shared/rules/template-variables.ts';
import { zoneFormat } from '@prosa/shared/rules/zone-format.ts';

/** The data of a conversation and moment that a text can contain. */
export interface TemplateContext {
  /** Empty if the contact has no name, only a number. */
  contactName: string;
  /** null before there is a ticket. */
  ticketId: number | null;
  /** The attendant; empty if the system sends the text. */
  userName: string;
  queueName: string;
  connectionName: string;
  companyName: string;
  /** Epoch milliseconds. */
  nowMs: number;
  /** IANA zone of the company. */
  timeZone: string;
  /** The company's language, for words that the system adds. */
  language: Language;
}

/** `{{name}}`, `{{{name}}}` and the older `${queue.name}`. */
const PLACEHOLDER = /\{\{\{?\s*(\w{1,40})\s*\}?\}\}|\$\{(queue\.name)\}/g;

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  zoneFormat('en-GB', timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

const partsOf = (nowMs: number, timeZone: string): Parts => {
  const parts: Parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatOf(timeZone).formatToParts(nowMs)) {
    if (type in parts) Object.assign(parts, { [type]: value });
  }
  return parts;
};

const dayPartOf = (hour: number): DayPart => {
  if (hour < 6) return 'dawn';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
};

const clockOf = ({ nowMs, timeZone }: TemplateContext) => {
  const { day, month, year, hour, minute, second } = partsOf(nowMs, timeZone);
  return { date: `${day}-${month}-${year}`, time: `${hour}:${minute}:${second}` };
};

/** The value of each placeholder: the names that users are offered, and three that only older texts contain. */
const VALUES: Record<
  TemplateVariable | 'queue.name' | 'name_company' | 'data_hora',
  (context: TemplateContext) => string
> = {
  name: ({ contactName }) => contactName,
  firstName: ({ contactName }) => contactName.trim().split(/\s+/)[0] ?? '',
  ticket_id: ({ ticketId }) => String(ticketId ?? ''),
  userName: ({ userName }) => userName,
  queue: ({ queueName }) => queueName,
  'queue.name': ({ queueName }) => queueName,
  connection: ({ connectionName }) => connectionName,
  name_company: ({ companyName }) => companyName,
  ms: ({ nowMs, timeZone, language }) =>
    CUSTOMER_TEXTS[language].greeting[dayPartOf(Number(partsOf(nowMs, timeZone).hour))],
  hour: (context) => clockOf(context).time,
  date: (context) => clockOf(context).date,
  data_hora: (context) => {
    const { date, time } = clockOf(context);
    return CUSTOMER_TEXTS[context.language].dayAndTime(date, time);
  },
  protocol: ({ nowMs, timeZone, ticketId }) => {
    const { year, month, day, minute, second } = partsOf(nowMs, timeZone);
    return `${year}${month}${day}${minute}${second}${String(nowMs % 1000).padStart(3, '0')}${ticketId ?? ''}`;
  },
};
const isKnown = (name: string): name is keyof typeof VALUES => Object.hasOwn(VALUES, name);

/**
 * Fills a text's placeholders once, without escaping. Placeholders inside a value stay as they are, and an unknown
 * name becomes empty.
 */
export const renderTemplate = (template: string, context: TemplateContext): string =>
  template.replace(PLACEHOLDER, (_all, braced: string | undefined, dollar: string | undefined) => {
    const name = braced ?? dollar ?? '';
    return isKnown(name) ? VALUES[name](context) : '';
  });
