import { REPORT_PAGE_SIZE, REPORT_PAGE_SIZES } from '@prosa/shared/contracts/ticket-report.ts';
import { TICKET_STATUSES, type TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';

/** The filters that are either on or off. */
export const REPORT_FLAGS = ['onlyRated', 'onlyReopened', 'onlyDeclined', 'onlyNewContacts'] as const;

/** The filters of the report, by the names of the route's parameters. */
export interface ReportFilters extends Record<(typeof REPORT_FLAGS)[number], boolean> {
  searchParam: string;
  contactId: number | null;
  whatsappId: number[];
  users: number[];
  queueIds: number[];
  tags: number[];
  status: TicketStatus[];
  /** `YYYY-MM-DD`; '' for none. */
  dateFrom: string;
  dateTo: string;
  /** Further conditions, in the text form of filters. */
  filter: string;
}

/** What the address of the report says. */
export interface ReportQuery extends ReportFilters {
  page: number;
  pageSize: number;
}

const LISTS = ['whatsappId', 'users', 'queueIds', 'tags'] as const;
const ID = /^[1-9]\d{0,14}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const entriesOf = (text: string): string[] =>
  text
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter((entry) => entry !== '');
const idsOf = (text: string): number[] =>
  entriesOf(text)
    .filter((entry) => ID.test(entry))
    .map(Number);

/** Returns the days from the first of the month to a day. */
export const defaultDays = (today: string): Pick<ReportFilters, 'dateFrom' | 'dateTo'> => ({
  dateFrom: `${today.slice(0, 7)}-01`,
  dateTo: today,
});

/**
 * Reads the address of the report. What it does not say, or says wrongly, has its default.
 * @param today `YYYY-MM-DD` in the company's time zone
 */
export const readReportQuery = (params: URLSearchParams, today: string): ReportQuery => {
  const text = (name: string): string => params.get(name) ?? '';
  const days = defaultDays(today);
  const day = (name: 'dateFrom' | 'dateTo'): string => (DAY.test(text(name)) ? text(name) : days[name]);
  const isOn = (name: (typeof REPORT_FLAGS)[number]): boolean => text(name) === 'true';
  const page = Number(text('page'));
  return {
    searchParam: text('searchParam'),
    contactId: idsOf(text('contactId'))[0] ?? null,
    whatsappId: idsOf(text('whatsappId')),
    users: idsOf(text('users')),
    queueIds: idsOf(text('queueIds')),
    tags: idsOf(text('tags')),
    status: TICKET_STATUSES.filter((status) => entriesOf(text('status')).includes(status)),
    dateFrom: day('dateFrom'),
    dateTo: day('dateTo'),
    onlyRated: isOn('onlyRated'),
    onlyReopened: isOn('onlyReopened'),
    onlyDeclined: isOn('onlyDeclined'),
    onlyNewContacts: isOn('onlyNewContacts'),
    filter: text('filter'),
    page: Number.isInteger(page) && page > 1 && page <= 10_000 ? page : 1,
    pageSize: REPORT_PAGE_SIZES.find((size) => String(size) === text('pageSize')) ?? REPORT_PAGE_SIZE,
  };
};

/** Returns the address of a report, without what has its default; the inverse of {@link readReportQuery}. */
export const reportAddress = (query: Partial<ReportQuery>, today: string): URLSearchParams => {
  const params = new URLSearchParams();
  const days = defaultDays(today);
  const set = (name: keyof ReportQuery, value: string, byDefault = ''): void => {
    if (value !== byDefault) params.set(name, value);
  };
  set('dateFrom', query.dateFrom ?? days.dateFrom, days.dateFrom);
  set('dateTo', query.dateTo ?? days.dateTo, days.dateTo);
  set('searchParam', query.searchParam ?? '');
  set('contactId', String(query.contactId ?? ''));
  for (const name of LISTS) set(name, JSON.stringify(query[name] ?? []), '[]');
  set('status', JSON.stringify(query.status ?? []), '[]');
  for (const name of REPORT_FLAGS) set(name, String(query[name] ?? false), 'false');
  set('filter', query.filter ?? '');
  set('page', String(query.page ?? 1), '1');
  set('pageSize', String(query.pageSize ?? REPORT_PAGE_SIZE), String(REPORT_PAGE_SIZE));
  return params;
};

/** Returns how many filters are set, besides words and days. */
export const countReportFilters = (query: ReportFilters): number =>
  [
    query.contactId !== null,
    ...LISTS.map((name) => query[name].length > 0),
    query.status.length > 0,
    ...REPORT_FLAGS.map((name) => query[name]),
    query.filter !== '',
  ].filter(Boolean).length;

/** Filters other than words and days, as they are when none is set. */
export const NO_REPORT_FILTERS = {
  contactId: null,
  whatsappId: [],
  users: [],
  queueIds: [],
  tags: [],
  status: [],
  onlyRated: false,
  onlyReopened: false,
  onlyDeclined: false,
  onlyNewContacts: false,
  filter: '',
} as const satisfies Partial<ReportFilters>;
