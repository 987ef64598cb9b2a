import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { printFilter } from '@prosa/shared/rules/filters/print-filter.ts';
import { expect, it } from 'vitest';
import { type FilterLists, idsOfNames, namesOfIds } from './filter-names.ts';

const LISTS: FilterLists = {
  queue: [
    { id: 3, name: 'Suporte Técnico' },
    { id: 4, name: 'Vendas' },
  ],
  tag: [
    { id: 7, name: 'VIP' },
    { id: 8, name: 'vip' },
  ],
};

it('replaces names by ids for the server, and ids by names for people', () => {
  const parsed = parseFilter('queue:"suporte tecnico",Vendas tag:vip attendant:9', idsOfNames(LISTS));
  if ('problem' in parsed) throw new Error('no filter');
  const text = printFilter(parsed.filter);
  expect(text).toBe('queue:3,4 tag:7,8 attendant:9');
  // A name that two tags have tells neither of them.
  expect(printFilter(parsed.filter, namesOfIds(LISTS))).toBe(
    'queue:"Suporte Técnico",Vendas tag:7,8 attendant:9',
  );
  expect(parseFilter('queue:Compras', idsOfNames(LISTS))).toEqual({ problem: { at: 6, kind: 'name' } });
  expect(parseFilter('attendant:Vendas', idsOfNames(LISTS))).toEqual({ problem: { at: 10, kind: 'name' } });
});
