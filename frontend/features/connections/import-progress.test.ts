import { describe, expect, it } from 'vitest';
import { queryClient } from '../../lib/api/query.ts';
import { dropImportProgress, importProgress, preparingMs, putImportProgress } from './import-progress.ts';

const BEGAN = 1_790_000_000_000;
const known = () => queryClient.getQueryData(importProgress.queryKey);

describe('message history import', () => {
  it('is in preparation until 35 seconds after its start', () => {
    expect(preparingMs(String(BEGAN), BEGAN)).toBe(35_000);
    expect(preparingMs(String(BEGAN), BEGAN + 34_999)).toBe(1);
    expect(preparingMs(String(BEGAN), BEGAN + 35_000)).toBe(0);
    for (const status of [null, 'Running', 'renderButtonCloseTickets', ''])
      expect(preparingMs(status, BEGAN)).toBe(0);
  });

  it('shows the last reported progress until it has ended', () => {
    const first = { this: 1, all: 10, date: null };
    putImportProgress(7, first);
    putImportProgress(8, { ...first, this: 2 });
    putImportProgress(7, { ...first, this: 5 });
    expect(known()).toEqual({ 7: { ...first, this: 5 }, 8: { ...first, this: 2 } });
    dropImportProgress(7);
    expect(known()).toEqual({ 8: { ...first, this: 2 } });
  });
});
