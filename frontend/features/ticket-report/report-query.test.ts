import { describe, expect, it } from 'vitest';
import { countReportFilters, readReportQuery, reportAddress } from './report-query.ts';

const TODAY = '2026-11-22';
const read = (address: string) => readReportQuery(new URLSearchParams(address), TODAY);

describe('the address of the report', () => {
  it('without anything is the month up to today, in pages of ten', () => {
    expect(read('')).toEqual({
      ...{ searchParam: '', contactId: null, whatsappId: [], users: [], queueIds: [], tags: [], status: [] },
      ...{
        dateFrom: '2026-11-01',
        dateTo: TODAY,
        onlyRated: false,
        onlyReopened: false,
        onlyDeclined: false,
        onlyNewContacts: false,
        filter: '',
        page: 1,
        pageSize: 10,
      },
    });
    expect(reportAddress(read(''), TODAY).toString()).toBe('');
  });

  it('is read as it was written', () => {
    const query = {
      ...{
        searchParam: 'érica & co',
        contactId: 9,
        whatsappId: [1],
        users: [2, 3],
        queueIds: [4],
        tags: [5],
      },
      ...{ status: ['open' as const, 'closed' as const].toReversed(), dateFrom: '2026-01-05' },
      ...{
        dateTo: '2026-02-01',
        onlyRated: true,
        onlyReopened: true,
        onlyDeclined: true,
        onlyNewContacts: true,
        filter: 'queue:"Pós-venda" or unread',
        page: 3,
        pageSize: 50,
      },
    };
    const address = reportAddress(query, TODAY).toString();
    const again = read(address);
    expect({ ...again, status: again.status.toSorted() }).toEqual({
      ...query,
      status: query.status.toSorted(),
    });
    expect(countReportFilters(again)).toBe(11);
  });

  it('takes lists as the route does, and ignores what is wrong', () => {
    expect(read('users=[3,x]&queueIds=4&status=["open","lost"]')).toMatchObject({
      ...{ users: [3], queueIds: [4], status: ['open'] },
    });
    expect(read('dateFrom=soon&page=-1&pageSize=7&contactId=a&onlyRated=yes')).toEqual(read(''));
  });
});
