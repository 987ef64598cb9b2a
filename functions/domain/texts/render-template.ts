import type { Language } from '@prosa/shared/entities/user.ts';
import { CUSTOMER_TEXTS, type DayPart } from '@prosa/shared/i18n/customer-texts.ts';
import type { TemplateVariable } from '@prosa/shared/rules/template-variables.ts';
import { zoneFormat } from '../zone-format.ts';

/** What a text may say of its conversation and moment. */
export interface TemplateContext {
  /** Empty where the contact is called by nothing but its number. */
  contactName: string;
  /** null before there is a ticket. */
  ticketId: number | null;
  /** Attendant; empty where the system speaks. */
  userName: string;
  queueName: string;
  connectionName: string;
  companyName: string;
  /** Epoch milliseconds. */
  nowMs: number;
  /** IANA zone of the company. */
  timeZone: string;
  /** The company's: what the system itself adds is said in it. */
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

/** What each name stands for: those that people are offered, and three that older texts have. */
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
 * Fills a text's placeholders once and plainly: what a value contains is never filled again nor escaped, and an
 * unknown name leaves nothing.
 */
export const renderTemplate = (template: string, context: TemplateContext): string =>
  template.replace(PLACEHOLDER, (_all, braced: string | undefined, dollar: string | undefined) => {
    const name = braced ?? dollar ?? '';
    return isKnown(name) ? VALUES[name](context) : '';
  });
