import { describe, expect, it } from 'vitest';
import { ticketExample } from '../tickets/ticket-example.ts';
import { filterChoices, filterTickets, isFiltered, NO_FILTER, type PanelFilter } from './panel-filter.ts';

const { contact, whatsapp } = ticketExample(1);
const named = (id: number, name: string, number: string) => ({ contact: { ...contact, id, name, number } });
const sales = { queueId: 1, queue: { id: 1, name: 'Vendas', color: '#39ACE7' } };
const none = { queueId: null, queue: null, userId: null, user: null };
const TICKETS = [
  ticketExample(1, { ...sales, ...named(1, 'Érica Souza', '5511988887777') }),
  ticketExample(2, { ...none, ...named(2, 'Bruno Lima', '5551977776666') }),
  ticketExample(3, {
    ...sales,
    ...named(3, 'Carla Dias', '5511955554444'),
    userId: 11,
    user: { id: 11, name: 'Ana', color: '' },
    whatsappId: 7,
    whatsapp: whatsapp === null ? null : { ...whatsapp, id: 7, name: 'Loja' },
  }),
];
const found = (filter: Partial<PanelFilter>) =>
  filterTickets(TICKETS, { ...NO_FILTER, ...filter }).map(({ id }) => id);

describe('the filter of the panel', () => {
  it('keeps all tickets by default', () => {
    expect(found({})).toEqual([1, 2, 3]);
    expect([isFiltered(NO_FILTER), isFiltered({ ...NO_FILTER, search: ' ' })]).toEqual([false, false]);
    expect(isFiltered({ ...NO_FILTER, queue: 0 })).toBe(true);
  });

  it('finds a contact by name without accents, and by digits of the number', () => {
    expect(found({ search: 'erica' })).toEqual([1]);
    expect(found({ search: '(51) 9777' })).toEqual([2]);
    expect(found({ search: 'zzz' })).toEqual([]);
  });

  it('filters by queue, attendant and connection, and 0 means none', () => {
    expect(found({ queue: 1 })).toEqual([1, 3]);
    expect(found({ queue: 0 })).toEqual([2]);
    expect(found({ agent: 11 })).toEqual([3]);
    expect(found({ agent: 0 })).toEqual([2]);
    expect(found({ connection: 7 })).toEqual([3]);
    expect(found({ queue: 1, agent: 0 })).toEqual([]);
  });

  it('offers the values of the tickets by name, none first', () => {
    expect(filterChoices(TICKETS, 'agent')).toEqual([
      { id: 0, name: '' },
      { id: 11, name: 'Ana' },
      { id: 10, name: 'Bruno' },
    ]);
  });
});
