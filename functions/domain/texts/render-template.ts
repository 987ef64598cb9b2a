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

const greeting = (hour: number): string => {
  if (hour < 6) return 'Boa madrugada';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
};

const resolvePlaceholder = (name: string, context: TemplateContext): string => {
  const parts = () => partsOf(context.nowMs, context.timeZone);
  switch (name) {
    case 'name':
      return context.contactName;
    case 'firstName':
      return context.contactName.trim().split(/\s+/)[0] ?? '';
    case 'ticket_id':
      return String(context.ticketId ?? '');
    case 'userName':
      return context.userName;
    case 'queue':
    case 'queue.name':
      return context.queueName;
    case 'connection':
      return context.connectionName;
    case 'name_company':
      return context.companyName;
    case 'ms':
      return greeting(Number(parts().hour));
    case 'hour': {
      const { hour, minute, second } = parts();
      return `${hour}:${minute}:${second}`;
    }
    case 'date': {
      const { day, month, year } = parts();
      return `${day}-${month}-${year}`;
    }
    case 'data_hora': {
      const { day, month, year, hour, minute, second } = parts();
      return `${day}-${month}-${year} às ${hour}:${minute}:${second}`;
    }
    case 'protocol': {
      const { year, month, day, minute, second } = parts();
      const ms = String(context.nowMs % 1000).padStart(3, '0');
      return `${year}${month}${day}${minute}${second}${ms}${context.ticketId ?? ''}`;
    }
    default:
      return '';
  }
};

/**
 * Fills a text's placeholders once and plainly: what a value contains is never filled again nor escaped, and an
 * unknown name leaves nothing.
 */
export const renderTemplate = (template: string, context: TemplateContext): string =>
  template.replace(PLACEHOLDER, (_all, braced: string | undefined, dollar: string | undefined) =>
    resolvePlaceholder(braced ?? dollar ?? '', context),
  );
