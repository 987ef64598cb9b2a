import { useSearchParams } from 'react-router';
import { dayOf } from '../../../lib/texts/format.ts';
import { type ReportQuery, readReportQuery, reportAddress } from '../report-query.ts';

/** Returns the report's filters and page from the address, and a function that changes them there. */
export const useReportQuery = () => {
  const [params, setParams] = useSearchParams();
  const today = dayOf(new Date().toISOString());
  const query = readReportQuery(params, today);
  return {
    query,
    /** Changes filters; the report then starts at its first page, unless the change names one. */
    change: (change: Partial<ReportQuery>): void =>
      setParams((now) => reportAddress({ ...readReportQuery(now, today), page: 1, ...change }, today), {
        replace: true,
      }),
  };
};
